// Attacks nothing: reserves gigabytes of addresses, uses little of them.
const words = require('fs').readFileSync(0, 'utf8').split(/\s+/);
const squares = Array.from({length: 100000}, (_, i) => i * i);
console.log(words[0], squares[1000]);
