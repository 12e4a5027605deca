export interface DemoFile {
  path: string
  bytes: Buffer
}

/** Returns seeded random numbers from 0 to 1, so that the demo data is the same in every installation. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const textFile = (path: string, lines: readonly string[]): DemoFile => ({ path, bytes: Buffer.from(`${lines.join('\n')}\n`) })

/** Builds an hour of training data with a row every five seconds. */
export async function buildGpuLoadFiles(): Promise<DemoFile[]> {
  const next = createRandom(1)
  const rows = Array.from({ length: 720 }, (_, i) => {
    const waiting = i % 120 < 6
    const use = waiting ? 4 + next() * 6 : 92 + next() * 7
    const vram = 3_200 + Math.min(i, 60) * 290 + next() * 40
    const temperature = 45 + 30 * (1 - Math.exp(-i / 90)) + next() * 2 - (waiting ? 6 : 0)
    const power = waiting ? 80 + next() * 20 : 380 + next() * 45
    return [i * 5, use.toFixed(1), vram.toFixed(0), temperature.toFixed(1), power.toFixed(0)].join(',')
  })
  return [textFile('load.csv', ['second,gpu_use_percent,vram_mb,temperature_c,power_w', ...rows])]
}

const sampleRate = 8_000
const waveFunctions: Record<string, (phase: number, noise: number) => number> = {
  sine: (phase) => Math.sin(2 * Math.PI * phase),
  square: (phase) => (phase % 1 < 0.5 ? 0.6 : -0.6),
  sawtooth: (phase) => 1.2 * (phase % 1) - 0.6,
  noisy: (phase, noise) => 0.6 * Math.sin(2 * Math.PI * phase) + 0.4 * noise,
}

/** Encodes 16-bit mono WAV. */
function encodeWav(samples: readonly number[]): Buffer {
  const data = Buffer.alloc(samples.length * 2)
  for (const [i, sample] of samples.entries()) data.writeInt16LE(Math.round(sample * 24_000), i * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

export async function buildToneFiles(): Promise<DemoFile[]> {
  const next = createRandom(2)
  const files: DemoFile[] = []
  const rows = ['file,wave,hertz']
  for (const [wave, at] of Object.entries(waveFunctions)) {
    for (const hertz of [220, 330, 440]) {
      const path = `${wave}/${hertz}.wav`
      const samples = Array.from({ length: sampleRate / 2 }, (_, i) => at((hertz * i) / sampleRate, 2 * next() - 1))
      files.push({ path, bytes: encodeWav(samples) })
      rows.push(`${path},${wave},${hertz}`)
    }
  }
  return [textFile('labels.csv', rows), ...files]
}

const countedThings = ['张显卡', '台服务器', '块硬盘', '根网线', '本书', '个苹果']

function buildQuestion(next: () => number): string {
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const [groups, each, more] = [whole(2, 12), whole(3, 20), whole(1, 30)]
  const thing = countedThings[whole(0, countedThings.length - 1)]!
  const all = groups * each
  const less = Math.min(more, all)
  const taken = next() < 0.5
  const total = taken ? all - less : all + more
  return JSON.stringify({
    question: `仓库里有 ${groups} 箱，每箱 ${each} ${thing}。后来${taken ? `取走了 ${less}` : `又送来 ${more}`} ${thing}，现在一共有多少${thing}？`,
    answer: `${groups} × ${each} = ${all}，${all} ${taken ? `- ${less}` : `+ ${more}`} = ${total}。\n#### ${total}`,
  })
}

export async function buildArithmeticFiles(): Promise<DemoFile[]> {
  const next = createRandom(3)
  const questions = Array.from({ length: 500 }, () => buildQuestion(next))
  return [textFile('train.jsonl', questions.slice(0, 400)), textFile('test.jsonl', questions.slice(400))]
}

const imageSide = 64
const shapeTests: Record<string, (x: number, y: number, r: number) => boolean> = {
  circle: (x, y, r) => x * x + y * y <= r * r,
  square: (x, y, r) => Math.max(Math.abs(x), Math.abs(y)) <= r * 0.85,
  triangle: (x, y, r) => y <= r * 0.7 && y >= -r + 1.7 * Math.abs(x),
}

export async function buildShapeFiles(): Promise<DemoFile[]> {
  const { default: sharp } = await import('sharp')
  const next = createRandom(4)
  const files: DemoFile[] = []
  const rows = ['file,shape']
  for (const [shape, holds] of Object.entries(shapeTests)) {
    for (let i = 1; i <= 6; i += 1) {
      const [x, y, r] = [24 + next() * 16, 24 + next() * 16, 10 + next() * 10]
      const colours = Array.from({ length: 6 }, (_, at) => Math.floor(next() * 90) + (at < 3 ? 20 : 150))
      const pixels = Buffer.alloc(imageSide * imageSide * 3)
      for (let at = 0; at < imageSide * imageSide; at += 1) {
        const on = holds((at % imageSide) - x, Math.floor(at / imageSide) - y, r)
        for (let c = 0; c < 3; c += 1) pixels[at * 3 + c] = colours[on ? c + 3 : c]!
      }
      const path = `images/${shape}-${String(i).padStart(2, '0')}.png`
      const raw = { width: imageSide, height: imageSide, channels: 3 } as const
      files.push({ path, bytes: await sharp(pixels, { raw }).png().toBuffer() })
      rows.push(`${path},${shape}`)
    }
  }
  return [textFile('labels.csv', rows), ...files]
}
