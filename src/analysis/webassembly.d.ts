// Node has it; TypeScript declares it only together with the whole DOM.
declare namespace WebAssembly {
  /** The memory of a module, in pages of 64 KiB. It never grows past its maximum. */
  class Memory {
    constructor(pages: { readonly initial: number; readonly maximum?: number });
    readonly buffer: ArrayBuffer;
  }
}
