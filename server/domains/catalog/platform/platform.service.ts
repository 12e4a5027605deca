import type { z } from 'zod'
import type { Capabilities } from '#contract/capabilities.ts'
import type { EndpointData, HandlerInput } from '#contract/endpoint.ts'
import { type platform, type sandbox, sandboxParts } from '#contract/platform.ts'
import type { Deps } from '#server/deps.ts'
import { findQrcode } from '#server/domains/catalog/platform/qrcodes.service.ts'
import { getCommonPromise } from '#server/domains/catalog/products/products.service.ts'
import { findShownHomeMessage } from '#server/domains/catalog/site-content/site-content.service.ts'
import type { Context } from '#server/http/context.ts'
import { version } from '../../../../package.json'

type SandboxPart<Name extends keyof Deps['sandbox']> = NonNullable<Deps['sandbox'][Name]>
type SiteContentKey = HandlerInput<typeof platform.common_resource>['query']['key']

/** Whether people can sign in by an organisation; provided by the layer that knows organisations. */
export type HasOrganisations = (deps: Deps) => Promise<boolean>

/** Returns the public facts about this installation: its brand, and which parts are real or simulated. */
export async function getServerInfo(
  { deps }: Context,
  hasOrganisations: HasOrganisations,
): Promise<EndpointData<typeof platform.server_info>> {
  const { config, clock, sandbox } = deps
  const hosts = await getCommonPromise(deps)
  return {
    brand: config.brand,
    version,
    now: clock.now().toISOString(),
    played: sandboxParts.filter((part) => sandbox[part] !== undefined),
    offers: {
      wechat: deps.wechat !== undefined,
      mail: deps.mail !== undefined,
      invoicing: deps.invoice_issuer !== undefined,
      ssh: Boolean(deps.gateways?.ssh),
      organisations: await hasOrganisations(deps),
    },
    simulated: hosts?.simulated ?? config.adapters.compute === 'simulator',
    disks: {
      system: describeDiskLimit(hosts?.capabilities, 'limits_system_disk'),
      data: describeDiskLimit(hosts?.capabilities, 'limits_data_disk'),
    },
    icp_number: config.icp_number,
    police_number: config.police_number,
    qrcodes: { service: findQrcode(deps, 'service'), official: findQrcode(deps, 'official') },
    home_message: await findShownHomeMessage(deps),
    contact: config.contact,
  }
}

function describeDiskLimit(common: Capabilities | undefined, name: 'limits_system_disk' | 'limits_data_disk') {
  if (common?.[name]) return 'enforced'
  return common?.measures_disks === false ? 'unlimited' : 'measured'
}

/** Returns configured site content by name; null if none is configured. */
export async function getSiteContent(
  { deps }: Context,
  key: SiteContentKey,
): Promise<EndpointData<typeof platform.common_resource>> {
  const { config } = deps
  const contents: Record<SiteContentKey, string | null> = {
    home_message: await findShownHomeMessage(deps),
    filing: config.icp_number,
    police_filing: config.police_number,
    service_qrcode: findQrcode(deps, 'service')?.image ?? null,
    official_qrcode: findQrcode(deps, 'official')?.image ?? null,
  }
  return { key, value: contents[key] }
}

/** Returns the SMS of the sandbox, newest first. */
export const listSandboxSms = (sms: SandboxPart<'sms'>): z.input<(typeof sandbox.inbox)['data']> =>
  sms.inbox().map(({ at, ...message }) => ({ ...message, at: at.toISOString() }))

/** Returns the mails of the sandbox, newest first, with attachment names only. */
export const listSandboxMails = (mail: SandboxPart<'mail'>): z.input<(typeof sandbox.mailbox)['data']> =>
  mail.inbox().map(({ id, to, subject, text, html, unsubscribe = null, attachments = [], at }) => ({
    id,
    to,
    subject,
    text,
    html,
    unsubscribe,
    attachments: attachments.map(({ name }) => name),
    at: at.toISOString(),
  }))
