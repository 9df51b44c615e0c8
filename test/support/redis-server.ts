import { createServer, type Server, type Socket } from 'node:net';
import { lauxlib, lua, lualib, to_jsstring, to_luastring } from 'fengari';

/**
 * A Redis server for tests: the commands that our client uses, over the Redis protocol. Scripts run in a Lua
 * interpreter.
 */
export interface RedisServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Kept {
  readonly value: string;
  readonly until: number;
}

type Reply = string | number | null | readonly Reply[] | Error;

const encode = (reply: Reply): string => {
  if (reply instanceof Error) return `-${reply.message}\r\n`;
  if (reply === null) return '$-1\r\n';
  if (typeof reply === 'number') return `:${reply}\r\n`;
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  return `*${reply.length}\r\n${reply.map(encode).join('')}`;
};

/** Parses the complete commands at the start of the received text. */
function commandsIn(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  let rest = text;
  for (;;) {
    const head = /^\*(\d+)\r\n/.exec(rest);
    if (!head) return { commands, rest };
    let at = head[0].length;
    const words: string[] = [];
    while (words.length < Number(head[1])) {
      const size = /^\$(\d+)\r\n/.exec(rest.slice(at));
      if (!size || rest.length < at + size[0].length + Number(size[1]) + 2) return { commands, rest };
      at += size[0].length;
      words.push(rest.slice(at, at + Number(size[1])));
      at += Number(size[1]) + 2;
    }
    commands.push(words);
    rest = rest.slice(at);
  }
}

class Store {
  readonly #kept = new Map<string, Kept>();

  run([name = '', ...words]: readonly string[]): Reply {
    switch (name.toUpperCase()) {
      case 'PING':
        return 'PONG';
      case 'CLIENT':
        return 'OK';
      case 'TIME': {
        const now = Date.now();
        return [String(Math.floor(now / 1000)), String((now % 1000) * 1000)];
      }
      case 'GET':
        return this.#get(words[0]!);
      case 'SET': {
        const [key, value, px, milliseconds] = words;
        this.#kept.set(key!, {
          value: value!,
          until: px?.toUpperCase() === 'PX' ? Date.now() + Number(milliseconds) : Infinity,
        });
        return 'OK';
      }
      case 'EVAL':
        return this.#script(words[0]!, words.slice(2, 2 + Number(words[1])), words.slice(2 + Number(words[1])));
      default:
        return new Error(`ERR unknown command '${name}'`);
    }
  }

  #get(key: string): string | null {
    const kept = this.#kept.get(key);
    if (!kept || kept.until <= Date.now()) return null;
    return kept.value;
  }

  #script(text: string, keys: readonly string[], given: readonly string[]): Reply {
    const state = lauxlib.luaL_newstate();
    lualib.luaL_openlibs(state);
    const pushList = (values: readonly string[], name: string): void => {
      push(state, values);
      lua.lua_setglobal(state, to_luastring(name));
    };
    pushList(keys, 'KEYS');
    pushList(given, 'ARGV');
    lua.lua_createtable(state, 0, 1);
    lua.lua_pushcfunction(state, (inner: unknown) => {
      const words = Array.from({ length: lua.lua_gettop(inner) }, (_, index) =>
        to_jsstring(lauxlib.luaL_tolstring(inner, index + 1)),
      );
      push(inner, this.run(words));
      return 1;
    });
    lua.lua_setfield(state, -2, to_luastring('call'));
    lua.lua_setglobal(state, to_luastring('redis'));
    if (lauxlib.luaL_dostring(state, to_luastring(text)) !== lua.LUA_OK)
      return new Error(`ERR ${to_jsstring(lua.lua_tostring(state, -1))}`);
    // Our scripts return lists of numbers only. Redis truncates them to integers.
    const count = lua.lua_rawlen(state, -1);
    return Array.from({ length: count }, (_, index) => {
      lua.lua_rawgeti(state, -1, index + 1);
      const value = Math.trunc(lua.lua_tonumber(state, -1));
      lua.lua_pop(state, 1);
      return value;
    });
  }
}

/** Pushes a reply on Lua's stack, converted as Redis does: nil becomes `false`. */
function push(state: unknown, reply: Reply): void {
  if (reply === null || reply instanceof Error) lua.lua_pushboolean(state, false);
  else if (typeof reply === 'number') lua.lua_pushnumber(state, reply);
  else if (typeof reply === 'string') lua.lua_pushstring(state, to_luastring(reply));
  else {
    lua.lua_createtable(state, reply.length, 0);
    reply.forEach((value, index) => {
      push(state, value);
      lua.lua_rawseti(state, -2, index + 1);
    });
  }
}

/** Starts a server on the loopback interface. */
export async function startRedisServer(): Promise<RedisServer> {
  const store = new Store();
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    let unread = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (chunk) => {
      const { commands, rest } = commandsIn(unread + chunk.toString('latin1'));
      unread = rest;
      for (const command of commands) socket.write(encode(store.run(command)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `redis://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
