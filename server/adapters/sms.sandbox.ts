import type { Clock } from '#server/ports/clock.ts'
import { type SmsSender, smsTemplates } from '#server/ports/sms.ts'

export interface SandboxSms extends SmsSender {
  /** `text` is the text of a notice; absent for a code. */
  inbox(): { id: string; phone: string; type: string; code: string; text?: string; at: Date }[]
}

const maxKeptMessages = 50

/** Simulates the phones: prints each message as one line to standard output and keeps the newest for /sandbox. */
export function createSandboxSms(clock: Clock, print: (line: string) => void): SandboxSms {
  const sent: ReturnType<SandboxSms['inbox']> = []
  let count = 0
  const keep = (message: Omit<(typeof sent)[number], 'id' | 'at'>) => {
    count += 1
    sent.unshift({ id: String(count), ...message, at: clock.now() })
    sent.length = Math.min(sent.length, maxKeptMessages)
  }
  return {
    sandbox: true,
    receipts: {},
    send: async ({ phone, type, code }) => {
      keep({ phone, type, code })
      print(`[sandbox] sms ${phone} ${type} ${code}`)
      return { troubles: [], taken: null }
    },
    tell: async ({ phone, template, title }) => {
      keep({ phone, type: template, code: '', text: smsTemplates[template].replace('{title}', title) })
      print(`[sandbox] sms ${phone} ${template} ${title}`)
      return { troubles: [], taken: null }
    },
    inbox: () => sent,
  }
}
