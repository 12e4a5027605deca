import { createRandom, type DemoFile } from '#server/demo/demo-files.ts'

const side = 28
/** The seven segments by letter: their ends in half widths and half heights from the middle of a digit. */
const segmentEnds = {
  a: [-1, -1, 1, -1],
  b: [1, -1, 1, 0],
  c: [1, 0, 1, 1],
  d: [-1, 1, 1, 1],
  e: [-1, 0, -1, 1],
  f: [-1, -1, -1, 0],
  g: [-1, 0, 1, 0],
} as const
type Segment = keyof typeof segmentEnds
const litSegments = ['abcdef', 'bc', 'abdeg', 'abcdg', 'bcfg', 'acdfg', 'acdefg', 'abc', 'abcdefg', 'abcdfg']

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))

/** Draws a straight stroke with soft edges; where strokes meet, the brighter one counts. */
function drawStroke(pixels: Buffer, [fromX, fromY, toX, toY]: readonly number[], thick: number, ink: number): void {
  const [x1, y1, dx, dy] = [fromX!, fromY!, toX! - fromX!, toY! - fromY!]
  const reach = thick + 1
  const bound = (value: number) => Math.round(clamp(value, side - 1))
  const [left, right] = [bound(Math.min(x1, x1 + dx) - reach), bound(Math.max(x1, x1 + dx) + reach)]
  const [top, bottom] = [bound(Math.min(y1, y1 + dy) - reach), bound(Math.max(y1, y1 + dy) + reach)]
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      const along = clamp(((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy), 1)
      const shade = ink * clamp(thick + 0.5 - Math.hypot(x - x1 - along * dx, y - y1 - along * dy), 1)
      const at = y * side + x
      if (shade > pixels[at]!) pixels[at] = shade
    }
}

/** Draws a digit at a drawn place, size, slant and brightness; now and then a segment is half dark. */
function drawDigit(pixels: Buffer, digit: number, next: () => number): void {
  const between = (least: number, most: number) => least + next() * (most - least)
  const [middleX, middleY, halfWidth, halfHeight] = [between(12, 16), between(12, 16), between(3.5, 5.5), between(7, 9.5)]
  const [slant, thick, ink, noise] = [between(-0.1, 0.25), between(0.6, 1.5), between(150, 255), between(8, 64)]
  for (const letter of litSegments[digit]!) {
    const place = segmentEnds[letter as Segment].map((end, i) => {
      const shift = between(-0.5, 0.5)
      return i % 2 === 0 ? middleX + end * halfWidth + shift : middleY + end * halfHeight + shift
    })
    for (const i of [0, 2]) place[i]! -= slant * (place[i + 1]! - middleY)
    drawStroke(pixels, place, thick, next() < 0.06 ? ink * 0.45 : ink)
  }
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = Math.min(255, pixels[at]! + next() * noise)
}

/** Encodes bytes with the head of an IDX file, the format of MNIST. */
function encodeIdx(path: string, sides: readonly number[], data: Buffer): DemoFile {
  const unsignedBytes = 0x0800
  const head = Buffer.alloc(4 + 4 * sides.length)
  head.writeUInt32BE(unsignedBytes + sides.length)
  for (const [i, length] of sides.entries()) head.writeUInt32BE(length, 4 + 4 * i)
  return { path, bytes: Buffer.concat([head, data]) }
}

/** As many of each digit, in a drawn order. */
function drawLabels(count: number, next: () => number): Buffer {
  const labels = Buffer.from(Array.from({ length: count }, (_, i) => i % litSegments.length))
  for (let i = count - 1; i > 0; i -= 1) {
    const other = Math.floor(next() * (i + 1))
    ;[labels[i], labels[other]] = [labels[other]!, labels[i]!]
  }
  return labels
}

/** Builds the four files of MNIST, by their names, with seven-segment digits. */
export function buildSevenSegmentFiles(): DemoFile[] {
  const next = createRandom(11)
  return (
    [
      ['train', 20_000],
      ['t10k', 4_000],
    ] as const
  ).flatMap(([part, count]) => {
    const labels = drawLabels(count, next)
    const pixels = Buffer.alloc(count * side * side)
    for (const [i, digit] of labels.entries()) drawDigit(pixels.subarray(i * side * side, (i + 1) * side * side), digit, next)
    return [
      encodeIdx(`MNIST/raw/${part}-images-idx3-ubyte`, [count, side, side], pixels),
      encodeIdx(`MNIST/raw/${part}-labels-idx1-ubyte`, [count], labels),
    ]
  })
}
