import { inflateSync } from 'node:zlib'
import { create } from 'fontkit'

/** The decompressed streams of a PDF of ours, by object number. */
function streamsOf(pdf: Buffer): Map<number, Buffer> {
  const text = pdf.toString('latin1')
  const streams = new Map<number, Buffer>()
  for (const match of text.matchAll(/(\d+) 0 obj\n<<((?:(?!endobj)[\s\S])*?)>>\nstream\n/g)) {
    const from = match.index + match[0].length
    const bytes = pdf.subarray(from, text.indexOf('\nendstream', from))
    streams.set(Number(match[1]), match[2]!.includes('FlateDecode') ? inflateSync(bytes) : bytes)
  }
  return streams
}

const objectOf = (text: string, number: number): string =>
  new RegExp(`\\n${number} 0 obj\\n([\\s\\S]*?)\\nendobj`).exec(text)![1]!
const refOf = (object: string, key: string): number => Number(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(object)![1])

/** Character of each glyph number, from the map that is embedded beside the font. */
function lettersOf(cmap: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first, , list] of cmap.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    const codes = [...list!.matchAll(/<([0-9a-f ]*)>/gi)]
    codes.forEach(([, hex], i) => {
      const bytes = Buffer.from(hex!.replaceAll(' ', ''), 'hex')
      letters.set(Number.parseInt(first!, 16) + i, bytes.swap16().toString('utf16le'))
    })
  }
  return letters
}

/** What a reader of the PDF could copy, and the fonts in it. */
export function parsePdf(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const streams = streamsOf(pdf)
  const fonts = [...text.matchAll(/\n(\d+) 0 obj\n<<[^>]*\/Subtype \/Type0[\s\S]*?endobj/g)].map(([object, number]) => {
    const descendant = objectOf(text, refOf(object!, 'DescendantFonts'))
    const file = streams.get(refOf(objectOf(text, refOf(descendant, 'FontDescriptor')), 'FontFile2'))!
    const letters = lettersOf(streams.get(refOf(object!, 'ToUnicode'))!.toString('latin1'))
    return { number: Number(number), letters, font: create(file) }
  })
  const named = new Map<string, (typeof fonts)[number]>()
  for (const [, name, number] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const found = fonts.find((font) => font.number === Number(number))
    if (found) named.set(name!, found)
  }
  let shown = ''
  for (const stream of streams.values()) {
    let letters: Map<number, string> | undefined
    for (const [, name, array] of stream.toString('latin1').matchAll(/\/(F\d+) [\d.]+ Tf|(\[[^\]]*\]) TJ/g)) {
      if (name) letters = named.get(name)?.letters
      else {
        const hex = [...array!.matchAll(/<([0-9a-f]+)>/g)].map(([, part]) => part).join('')
        for (let i = 0; i < hex.length; i += 4) shown += letters?.get(Number.parseInt(hex.slice(i, i + 4), 16)) ?? '�'
        shown += ' '
      }
    }
  }
  return { text: shown, fonts, pages: [...text.matchAll(/\/Type \/Page\n/g)].length }
}
