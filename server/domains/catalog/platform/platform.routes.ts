import { platform, qrcodePath, sandbox } from '#contract/platform.ts'
import {
  getServerInfo,
  getSiteContent,
  type HasOrganisations,
  listSandboxMails,
  listSandboxSms,
} from '#server/domains/catalog/platform/platform.service.ts'
import { findQrcodeText } from '#server/domains/catalog/platform/qrcodes.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'
import { buildQrSvg } from '#server/http/qr-svg.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** A QR code changes only with the configuration, which needs a restart. */
const qrcodeCacheSeconds = 300

export const platformRoutes = (http: HttpDeps, hasOrganisations: HasOrganisations) => {
  mountEndpoints(http, 'platform', platform, {
    server_info: (ctx) => getServerInfo(ctx, hasOrganisations),
    common_resource: (ctx, { query }) => getSiteContent(ctx, query.key),
  })
  http.app.get<{ Params: { name: string } }>(qrcodePath, async (request, reply) => {
    const text = findQrcodeText(http.deps, request.params.name, `${request.protocol}://${request.host}`)
    if (text === null) throw new Refusal('not_found')
    return reply.type('image/svg+xml').header('cache-control', `public, max-age=${qrcodeCacheSeconds}`).send(buildQrSvg(text))
  })
  // These endpoints exist only where the sandbox simulates SMS or mail.
  const { sms, mail } = http.deps.sandbox
  if (sms) mountEndpoints(http, 'sandbox', { inbox: sandbox.inbox }, { inbox: async () => listSandboxSms(sms) })
  if (mail) mountEndpoints(http, 'sandbox', { mailbox: sandbox.mailbox }, { mailbox: async () => listSandboxMails(mail) })
}
