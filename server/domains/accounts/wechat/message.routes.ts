import { wechatMessagePath } from '#contract/wechat.ts'
import { receiveWechatMessage } from '#server/domains/accounts/wechat/messages.service.ts'
import type { HttpDeps } from '#server/http/mount.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { NotFromWechat, type WechatQuery } from '#server/ports/wechat.ts'

const messageLimit = 65_536

const rethrowAsForbidden = (error: unknown): never => {
  throw error instanceof NotFromWechat ? new Refusal('forbidden') : error
}

/** Routes where WeChat verifies our address (GET) and pushes messages (POST); the only place that reads XML. */
export function messageRoutes({ app, deps }: HttpDeps): void {
  const { wechat } = deps
  if (!wechat) return
  app.register(async (wire) => {
    wire.addContentTypeParser(['text/xml', 'application/xml'], { parseAs: 'string', bodyLimit: messageLimit }, (_, body, done) =>
      done(null, body),
    )
    wire.get(wechatMessagePath, async ({ query }, reply) => {
      try {
        return reply.type('text/plain').send(wechat.handshake(query as WechatQuery))
      } catch (error) {
        return rethrowAsForbidden(error)
      }
    })
    wire.post(wechatMessagePath, async ({ query, body }, reply) => {
      const raw = typeof body === 'string' ? body : ''
      const answer = await receiveWechatMessage(deps, wechat, query as WechatQuery, raw).catch(rethrowAsForbidden)
      return reply.type(answer.startsWith('<') ? 'text/xml' : 'text/plain').send(answer)
    })
  })
}
