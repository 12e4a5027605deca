import { wechat_message_path } from '#contract/wechat.ts'
import { receiveMessage } from '#server/domains/accounts/wechat/messages.service.ts'
import type { Http } from '#server/http/mount.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { NotFromWechat, type WechatQuery } from '#server/ports/wechat.ts'

const message_limit = 65_536

const refuseStrangers = (error: unknown): never => {
  throw error instanceof NotFromWechat ? new Refusal('forbidden') : error
}

/** Where WeChat checks our address (GET) and pushes messages (POST); only here is XML read. */
export function messageRoutes({ app, deps }: Http): void {
  const { wechat } = deps
  if (!wechat) return
  app.register(async (wire) => {
    wire.addContentTypeParser(['text/xml', 'application/xml'], { parseAs: 'string', bodyLimit: message_limit }, (_, body, done) =>
      done(null, body),
    )
    wire.get(wechat_message_path, async ({ query }, reply) => {
      try {
        return reply.type('text/plain').send(wechat.handshake(query as WechatQuery))
      } catch (error) {
        return refuseStrangers(error)
      }
    })
    wire.post(wechat_message_path, async ({ query, body }, reply) => {
      const raw = typeof body === 'string' ? body : ''
      const answer = await receiveMessage(deps, wechat, query as WechatQuery, raw).catch(refuseStrangers)
      return reply.type(answer.startsWith('<') ? 'text/xml' : 'text/plain').send(answer)
    })
  })
}
