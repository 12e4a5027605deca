import { sandboxWechat, wechat, wechatImagePath } from '#contract/wechat.ts'
import { bindWechat, unbindWechat } from '#server/domains/accounts/wechat/bindings.service.ts'
import { confirmScene, getConfirmation } from '#server/domains/accounts/wechat/confirmation.service.ts'
import { listSandboxPhones, sendSandboxMessage } from '#server/domains/accounts/wechat/sandbox-phones.service.ts'
import { createScene, findQrText } from '#server/domains/accounts/wechat/scenes.service.ts'
import { pollScene, signInAndBind } from '#server/domains/accounts/wechat/sign-in.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'
import { buildQrSvg } from '#server/http/qr-svg.ts'
import { Refusal } from '#server/lib/refusal.ts'

const scenePattern = /^[\w-]{1,64}$/

export const wechatRoutes = (http: HttpDeps) => {
  const { app, deps, sessions } = http
  mountEndpoints(http, 'wechat', wechat, {
    qrcode: (ctx) => createScene(ctx),
    check_scan_status: (ctx, { query }) => pollScene(ctx, sessions, query.scene_str),
    check_login_status: (ctx, { query }) => pollScene(ctx, sessions, query.scene_str),
    bind_phone: (ctx, { body }) => signInAndBind(ctx, sessions, body),
    bind_wechat: (ctx, { body }) => bindWechat(ctx, body.scene_str),
    unbind_wechat: (ctx) => unbindWechat(ctx),
    get_confirmation: (ctx, { query }) => getConfirmation(ctx, query.ticket),
    confirm: (ctx, { body }) => confirmScene(ctx, body.ticket, body.agreed),
  })
  app.get<{ Params: { scene: string } }>(wechatImagePath, async ({ params, protocol, host }, reply) => {
    const text = scenePattern.test(params.scene) ? await findQrText(deps, params.scene) : undefined
    if (text === undefined) throw new Refusal('not_found')
    // The sandbox's code contains a path of this site, so prefix the address at which the site is reached.
    const address = text.startsWith('/') ? `${deps.config.web_origins[0] ?? `${protocol}://${host}`}${text}` : text
    return reply.type('image/svg+xml').header('cache-control', 'no-store').send(buildQrSvg(address))
  })
  const played = deps.sandbox.wechat
  if (played) {
    mountEndpoints(http, 'sandbox_wechat', sandboxWechat, {
      identities: (ctx) => listSandboxPhones(ctx, played),
      send: (ctx, { body }) => sendSandboxMessage(ctx, played, body),
    })
  }
}
