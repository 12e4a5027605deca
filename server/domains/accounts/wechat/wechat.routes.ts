import { sandbox_wechat, wechat, wechat_image_path } from '#contract/wechat.ts'
import { bindWechat, unbindWechat } from '#server/domains/accounts/wechat/bindings.service.ts'
import { confirm, getConfirmation } from '#server/domains/accounts/wechat/confirmation.service.ts'
import { listPhones, sendFromPhone } from '#server/domains/accounts/wechat/sandbox-phones.service.ts'
import { askScene, qrTextOf } from '#server/domains/accounts/wechat/scenes.service.ts'
import { pollScene, signInAndBind } from '#server/domains/accounts/wechat/sign-in.service.ts'
import { type Http, mount } from '#server/http/mount.ts'
import { qrSvg } from '#server/http/qr-svg.ts'
import { Refusal } from '#server/lib/refusal.ts'

const scene_pattern = /^[\w-]{1,64}$/

export const wechatRoutes = (http: Http) => {
  const { app, deps, sessions } = http
  mount(http, 'wechat', wechat, {
    qrcode: (ctx) => askScene(ctx),
    check_scan_status: (ctx, { query }) => pollScene(ctx, sessions, query.scene_str),
    check_login_status: (ctx, { query }) => pollScene(ctx, sessions, query.scene_str),
    bind_phone: (ctx, { body }) => signInAndBind(ctx, sessions, body),
    bind_wechat: (ctx, { body }) => bindWechat(ctx, body.scene_str),
    unbind_wechat: (ctx) => unbindWechat(ctx),
    get_confirmation: (ctx, { query }) => getConfirmation(ctx, query.ticket),
    confirm: (ctx, { body }) => confirm(ctx, body.ticket, body.agreed),
  })
  app.get<{ Params: { scene: string } }>(wechat_image_path, async ({ params, protocol, host }, reply) => {
    const text = scene_pattern.test(params.scene) ? await qrTextOf(deps, params.scene) : undefined
    if (text === undefined) throw new Refusal('not_found')
    // The sandbox's code holds a page of this site, wherever that is reached.
    const address = text.startsWith('/') ? `${deps.config.web_origins[0] ?? `${protocol}://${host}`}${text}` : text
    return reply.type('image/svg+xml').header('cache-control', 'no-store').send(qrSvg(address))
  })
  const played = deps.sandbox.wechat
  if (played) {
    mount(http, 'sandbox_wechat', sandbox_wechat, {
      identities: (ctx) => listPhones(ctx, played),
      send: (ctx, { body }) => sendFromPhone(ctx, played, body),
    })
  }
}
