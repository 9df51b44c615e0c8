import express, { type Router } from 'express';

/** A GIF frame of 16 × 16 pixels in one colour of the palette, in hexadecimal. */
function frame(colour: number): string {
  // LZW codes of 3 bits, with a clear code (4) before each of the 256 pixels, and the end code (5).
  const codes = Array.from({ length: 256 }, () => [4, colour]).flat();
  codes.push(5);
  const bits = codes.map((code) => code.toString(2).padStart(3, '0').split('').reverse().join('')).join('');
  const bytes = bits.match(/.{1,8}/g)!.map((octet) => parseInt(octet.padEnd(8, '0').split('').reverse().join(''), 2));
  const blocks = bytes.reduce<number[][]>((found, byte, index) => {
    if (index % 255 === 0) found.push([]);
    found.at(-1)!.push(byte);
    return found;
  }, []);
  const data = blocks.map((block) => Buffer.from([block.length, ...block]).toString('hex')).join('');
  return `21f904083200000000${'2c00000000100010000002'}${data}00`;
}

/** A looping GIF with one frame per colour, each shown for half a second. */
function gif(colours: readonly number[]): Buffer {
  const palette = '1b1b3ae94f37f6f7eb3f88c5';
  return Buffer.from(
    `474946383961${'10001000f10000'}${palette}21ff0b4e45545343415045322e300301000000${colours.map(frame).join('')}3b`,
    'hex',
  );
}

/** Serves the small files that the video creations of the sandbox provider link to. */
export function sandboxFiles(): Router {
  const router = express.Router();
  const files: Record<string, Buffer> = { 'creation.gif': gif([0, 1, 2, 3]), 'cover.gif': gif([1]) };
  for (const [name, content] of Object.entries(files)) {
    router.get(
      `/proxy/video/sandbox/${name}`,
      (_request, response) => void response.type('gif').set('Cache-Control', 'public, max-age=86400').send(content),
    );
  }
  return router;
}
