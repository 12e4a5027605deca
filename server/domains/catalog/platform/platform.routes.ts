import { platform, qrcode_path, sandbox } from '#contract/platform.ts'
import { sandboxInbox, sandboxMailbox, serverInfo, siteContent } from '#server/domains/catalog/platform/platform.service.ts'
import { qrcodeText } from '#server/domains/catalog/platform/qrcodes.service.ts'
import { type Http, mount } from '#server/http/mount.ts'
import { qrSvg } from '#server/http/qr-svg.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** A code changes with the configuration, which takes a restart. */
const qrcode_cache_s = 300

export const platformRoutes = (http: Http) => {
  mount(http, 'platform', platform, {
    server_info: (ctx) => serverInfo(ctx),
    common_resource: (ctx, { query }) => siteContent(ctx, query.key),
  })
  http.app.get<{ Params: { name: string } }>(qrcode_path, async (request, reply) => {
    const text = qrcodeText(http.deps, request.params.name, `${request.protocol}://${request.host}`)
    if (text === null) throw new Refusal('not_found')
    return reply.type('image/svg+xml').header('cache-control', `public, max-age=${qrcode_cache_s}`).send(qrSvg(text))
  })
  // Where a part is not played there is no such call at all.
  const { sms, mail } = http.deps.sandbox
  if (sms) mount(http, 'sandbox', { inbox: sandbox.inbox }, { inbox: async () => sandboxInbox(sms) })
  if (mail) mount(http, 'sandbox', { mailbox: sandbox.mailbox }, { mailbox: async () => sandboxMailbox(mail) })
}
