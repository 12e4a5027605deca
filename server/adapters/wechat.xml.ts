import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { NotFromWechat } from '#server/ports/wechat.ts'

/** Entities stay text and numbers stay digits: nothing in a message is expanded or guessed. */
const parser = new XMLParser({ processEntities: false, parseTagValue: false, ignoreAttributes: true })
const Document = z.object({ xml: z.record(z.string(), z.unknown()) })

/** The fields of a message. Throws `NotFromWechat` for anything else, and for a document that declares a type. */
export function parseWechatXml(raw: string): Record<string, unknown> {
  if (raw.includes('<!DOCTYPE') || raw.includes('<!ENTITY')) throw new NotFromWechat('document type')
  try {
    return Document.parse(parser.parse(raw)).xml
  } catch {
    throw new NotFromWechat('no message')
  }
}

const toCdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** `<xml>` of these fields; numbers as digits, text quoted. */
export const formatWechatXml = (fields: Readonly<Record<string, string | number>>): string =>
  `<xml>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${typeof value === 'number' ? value : toCdata(value)}</${name}>`)
    .join('')}</xml>`
