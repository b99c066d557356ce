// A link to a page within the dashboard survives the login: what follows # in an address never reaches the server.
if (location.hash.startsWith('#/')) {
    sessionStorage.setItem('bulk-action.return-to', location.hash);
}
