// JSON as text. What is read with JSON.parse and written again has lost digits: 9007199254740993 becomes ...992.

const STRING = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"';
const PART = new RegExp(`${STRING}|[{}\\[\\],:]|[^\\s"{}\\[\\],:]+`, 'g');
const STRUCTURE = new RegExp(`${STRING}|[{}\\[\\],]`, 'g');
const MEMBER = new RegExp(`^\\s*(${STRING})\\s*:`);

/** On one line. @param text here and below must be JSON */
export function compact(text) {
    return text.match(PART).join('');
}

/** Over many lines, as a person reads it. */
export function pretty(text) {
    const parts = text.match(PART);
    const isEnd = part => part === '}' || part === ']';
    let depth = 0;
    const newLine = () => '\n' + '  '.repeat(depth);
    return parts.map((part, i) => {
        if (part === '{' || part === '[') {
            depth++;
            return isEnd(parts[i + 1]) ? part : part + newLine();
        }
        if (isEnd(part)) {
            depth--;
            return parts[i - 1] === '{' || parts[i - 1] === '[' ? part : newLine() + part;
        }
        // why read and written: a letter may be written as its number
        return part === ',' ? ',' + newLine() : part === ':' ? ': ' : part[0] === '"' ? JSON.stringify(JSON.parse(part)) : part;
    }).join('');
}

/** The texts of the elements of an array. */
export function elements(text) {
    const found = [];
    let depth = 0;
    let start = 0;
    const end = at => {
        const element = text.slice(start, at).trim();
        if (element !== '') {
            found.push(element);
        }
        start = at + 1;
    };
    for (const {0: part, index} of text.matchAll(STRUCTURE)) {
        if (part === '{' || part === '[') {
            depth++;
            start = depth === 1 ? index + 1 : start;
        } else if (part === '}' || part === ']') {
            depth--;
            depth === 0 && end(index);
        } else if (part === ',' && depth === 1) {
            end(index);
        }
    }
    return found;
}

/** The texts of the members of an object by their names. */
export function members(text) {
    return Object.fromEntries(elements(text).map(each => {
        const [start, name] = MEMBER.exec(each);
        return [JSON.parse(name), each.slice(start.length).trim()];
    }));
}
