// Compiles the TypeScript sources of one program into one file of JavaScript.
// Usage: node bundle_typescript.js PROGRAM MAIN SOURCE...
'use strict';

const fs = require('fs');
const path = require('path');

// Where tsc is, not where node looks for modules: the two may come from different packages.
const ts = require(path.join(fs.realpathSync('/usr/bin/tsc'), '../../lib/typescript.js'));

const NODE_TYPES = '/usr/share/nodejs/@types';
const STAND_IN = '/work/.arbiter/node.d.ts';

// What programs commonly use of node, for where its type declarations are not installed.
const MODULES = ['assert', 'buffer', 'events', 'fs', 'os', 'path', 'perf_hooks', 'process',
  'readline', 'stream', 'string_decoder', 'tty', 'util'];
const DECLARATIONS = [
  'declare var require: any, module: any, exports: any, process: any, Buffer: any, global: any;',
  'declare var __dirname: string, __filename: string;',
  'declare var console: any, performance: any, TextEncoder: any, TextDecoder: any, URL: any;',
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'].map((name) =>
    `declare function ${name}(what: (...all: any[]) => void, ...all: any[]): any;`),
  'declare function clearTimeout(timer: any): void;',
  'declare function clearInterval(timer: any): void;',
  ...MODULES.flatMap((name) => [`declare module '${name}';`, `declare module 'node:${name}';`]),
].join('\n');

const options = {
  target: ts.ScriptTarget.ES2020,
  module: ts.ModuleKind.CommonJS,
  moduleResolution: ts.ModuleResolutionKind.NodeJs,
  // Not the browser's: it takes names such as `name` and `status`.
  lib: ['lib.es2020.d.ts'],
  esModuleInterop: true,
  noEmitOnError: true,
  typeRoots: [NODE_TYPES],
};

function compile(names) {
  const roots = [...names];
  const host = ts.createCompilerHost(options);
  if (!fs.existsSync(path.join(NODE_TYPES, 'node'))) {
    const { fileExists, readFile, getSourceFile } = host;
    host.fileExists = (name) => name === STAND_IN || fileExists.call(host, name);
    host.readFile = (name) => (name === STAND_IN ? DECLARATIONS : readFile.call(host, name));
    host.getSourceFile = (name, ...more) => (name === STAND_IN
      ? ts.createSourceFile(name, DECLARATIONS, options.target)
      : getSourceFile.call(host, name, ...more));
    roots.push(STAND_IN);
  }
  const made = new Map();
  host.writeFile = (name, text) => made.set(path.relative('', name), text);
  const program = ts.createProgram(roots, options, host);
  const said = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  if (said.length > 0) {
    process.stderr.write(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(said), {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => process.cwd(),
      getNewLine: () => '\n',
    }));
  }
  return said.some((one) => one.category === ts.DiagnosticCategory.Error) ? null : made;
}

// A module is a function of this table; requiring one that is not in it is left to node.
function bundle(made, main) {
  const table = [...made].map(([name, text]) =>
    `${JSON.stringify(name)}: function (exports, require, module, __filename, __dirname) {\n`
    + `${text}\n}`);
  return `const modules = {\n${table.join(',\n')}};\n`
    + `(${load})(modules, require, require('path'), ${JSON.stringify(main)});\n`;
}

function load(modules, requireOfNode, path, main) {
  const loaded = {};
  const find = (name) => [name, name + '.js', path.join(name, 'index.js')]
    .find((one) => Object.prototype.hasOwnProperty.call(modules, one));
  function start(name) {
    if (loaded[name]) return loaded[name].exports;
    const module = { exports: {} };
    loaded[name] = module;
    const folder = path.dirname(name);
    const require = (wanted) => {
      const found = /^\.\.?(\/|$)/.test(wanted) && find(path.join(folder, wanted));
      return found ? start(found) : requireOfNode(wanted);
    };
    require.main = loaded[main];
    modules[name].call(module.exports, module.exports, require, module, name, folder);
    return module.exports;
  }
  start(main);
}

const [program, main, ...sources] = process.argv.slice(2);
const made = compile(sources);
if (made === null) process.exit(1);
const entry = path.relative('', main).replace(/\.(m|c)?tsx?$/, '.$1js');
fs.writeFileSync(program, bundle(made, entry));
