import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { NotFromWechat } from '#server/ports/wechat.ts'

/** Does not expand entities or convert numbers: values stay plain text. */
const parser = new XMLParser({ processEntities: false, parseTagValue: false, ignoreAttributes: true })
const Document = z.object({ xml: z.record(z.string(), z.unknown()) })

/** Parses the fields of a message. Throws `NotFromWechat` for anything else, including a document with a DTD. */
export function parseWechatXml(raw: string): Record<string, unknown> {
  if (raw.includes('<!DOCTYPE') || raw.includes('<!ENTITY')) throw new NotFromWechat('document type')
  try {
    return Document.parse(parser.parse(raw)).xml
  } catch {
    throw new NotFromWechat('no message')
  }
}

const toCdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** Formats the fields as `<xml>`: numbers as digits, text as CDATA. */
export const formatWechatXml = (fields: Readonly<Record<string, string | number>>): string =>
  `<xml>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${typeof value === 'number' ? value : toCdata(value)}</${name}>`)
    .join('')}</xml>`
