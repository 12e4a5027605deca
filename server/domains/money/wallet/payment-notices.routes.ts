import type { FastifyReply, FastifyRequest } from 'fastify'
import { paymentNoticePaths } from '#contract/payment-notices.ts'
import { receivePayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import type { HttpDeps } from '#server/http/mount.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { ForeignNoticeError, type PayChannelName } from '#server/ports/payment.ts'

const maxNoticeBytes = 65_536

/**
 * Receives payment notices of Alipay and WeChat Pay; only these routes read the raw body. Alipay expects exactly `success`,
 * WeChat Pay a 2xx; any other answer makes them retry. A forger may see these answers too.
 */
export const paymentNoticeRoutes = ({ app, deps }: HttpDeps) =>
  app.register(async (wire) => {
    wire.removeAllContentTypeParsers()
    wire.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxNoticeBytes }, (_, body, done) => done(null, body))

    const taken = async ({ headers, body }: FastifyRequest, channel: PayChannelName): Promise<boolean> => {
      try {
        await receivePayment(deps, channel, { headers, body: typeof body === 'string' ? body : '' })
        return true
      } catch (error) {
        if (error instanceof ForeignNoticeError || error instanceof Refusal) return false
        throw error
      }
    }
    wire.post(paymentNoticePaths.alipay, async (request, reply: FastifyReply) => {
      const ok = await taken(request, 'alipay')
      return reply
        .status(ok ? 200 : 400)
        .type('text/plain')
        .send(ok ? 'success' : 'failure')
    })
    wire.post(paymentNoticePaths.wechat, async (request, reply: FastifyReply) => {
      if (await taken(request, 'wechat')) return reply.status(204).send()
      return reply.status(400).send({ code: 'FAIL', message: '通知无法验证' })
    })
  })
