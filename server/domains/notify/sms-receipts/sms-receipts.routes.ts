import type { FastifyRequest } from 'fastify'
import { type SmsProviderName, smsReceiptPath } from '#contract/sms-receipts.ts'
import {
  type AlarmOperators,
  isSmsReceiptToken,
  takeSmsReceipts,
} from '#server/domains/notify/sms-receipts/sms-receipts.service.ts'
import type { HttpDeps } from '#server/http/mount.ts'
import { Refusal } from '#server/lib/refusal.ts'

const maxPushBytes = 262_144

const parseJson = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/**
 * Receives delivery receipts of the configured providers. They sign nothing, so the address carries a token; without the right one
 * nothing is read. What is no push of the provider is refused with 400.
 */
export const smsReceiptRoutes = ({ app, deps }: HttpDeps, alarm: AlarmOperators) =>
  app.register(async (wire) => {
    const { receipts } = deps.sms
    if (Object.keys(receipts).length === 0) return
    wire.removeAllContentTypeParsers()
    wire.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxPushBytes }, (_, body, done) => done(null, body))
    const readParams = ({ params }: FastifyRequest) => params as { provider: SmsProviderName; token: string }
    wire.addHook('onRequest', async (request) => {
      const { provider, token } = readParams(request)
      if (!Object.hasOwn(receipts, provider) || !isSmsReceiptToken(deps, provider, token)) throw new Refusal('not_found')
    })
    wire.post(smsReceiptPath, async (request, reply) => {
      const { provider } = readParams(request)
      const reader = receipts[provider]!
      const pushed = reader.read(parseJson(request.body))
      if (!pushed) throw new Refusal('invalid')
      await takeSmsReceipts(deps, provider, pushed, alarm)
      return reply.send(reader.accepted)
    })
  })
