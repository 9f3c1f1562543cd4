const [line] = require('fs').readFileSync(0, 'utf8').split('\n');
console.log(line);
