declare module 'fengari' {
  // Lua's own functions, under their own names.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  type Call = (...given: any[]) => any;
  type Names =
    | 'createtable'
    | 'gettop'
    | 'pop'
    | 'pushboolean'
    | 'pushcfunction'
    | 'pushnumber'
    | 'pushstring'
    | 'rawgeti'
    | 'rawlen'
    | 'rawseti'
    | 'setfield'
    | 'setglobal'
    | 'tonumber'
    | 'tostring';
  export const lua: Record<`lua_${Names}`, Call> & { readonly LUA_OK: number };
  export const lauxlib: Record<'luaL_newstate' | 'luaL_dostring' | 'luaL_tolstring', Call>;
  export const lualib: Record<'luaL_openlibs', Call>;
  export const to_luastring: (text: string) => Uint8Array;
  export const to_jsstring: (text: Uint8Array) => string;
}
