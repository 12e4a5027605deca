import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '#server/ports/clock.ts'
import { type SmsSender, smsTemplates } from '#server/ports/sms.ts'

/**
 * Appends each message as a line to a file that only its owner can read: for a pilot whose operator passes the codes on.
 * Nothing goes to standard output, which others collect, or over HTTP.
 */
export function createConsoleSms(clock: Clock, file: string): SmsSender {
  const write = async (...parts: string[]) => {
    await mkdir(dirname(file), { recursive: true })
    await appendFile(file, `${[clock.now().toISOString(), ...parts].join(' ')}\n`, { mode: 0o600 })
    return { troubles: [], taken: null }
  }
  return {
    sandbox: false,
    receipts: {},
    send: ({ phone, type, code }) => write(phone, type, code),
    tell: ({ phone, template, title }) => write(phone, template, smsTemplates[template].replace('{title}', title)),
  }
}
