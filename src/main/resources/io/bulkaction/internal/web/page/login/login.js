// A link to a page within the dashboard survives the login: what follows # in an address never reaches the server.
if (location.hash.startsWith('#/')) {
    sessionStorage.setItem('bulk-action.return-to', location.hash);
}

// The link that the service prints at its first start. What follows # is sent to nobody; here it takes the place of a password.
const once = /^#once=([\w-]+)$/.exec(location.hash);
if (once) {
    history.replaceState(null, '', location.pathname);
    addEventListener('DOMContentLoaded', () => {
        const password = document.getElementById('password');
        document.getElementById('username').value = 'admin';
        password.value = once[1];
        password.form.requestSubmit();
    });
}
