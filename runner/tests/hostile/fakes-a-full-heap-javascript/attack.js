// Says that its heap is full: without cause, or because it is.
const how = require('fs').readFileSync(0, 'utf8').trim();
if (how === 'says') {
  console.error('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory');
  process.exit(1);
}
if (how === 'aborts') {
  console.error('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory');
  process.abort();
}
const kept = [];
for (let i = 0; ; i++) kept.push({ number: i, text: 'x' + i });
