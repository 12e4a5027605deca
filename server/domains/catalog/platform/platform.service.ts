import type { z } from 'zod'
import type { DataOf, Received } from '#contract/endpoint.ts'
import { type platform, type sandbox, sandbox_parts } from '#contract/platform.ts'
import type { Deps } from '#server/deps.ts'
import { qrcodeOf } from '#server/domains/catalog/platform/qrcodes.service.ts'
import { shownHomeMessage } from '#server/domains/catalog/site-content/site-content.service.ts'
import type { Context } from '#server/http/context.ts'
import { version } from '../../../../package.json'

type PartOf<Name extends keyof Deps['sandbox']> = NonNullable<Deps['sandbox'][Name]>
type SiteContent = Received<typeof platform.common_resource>['query']['key']

/** What a visitor may know of this installation: its brand, and what of it is real. */
export async function serverInfo({ deps }: Context): Promise<DataOf<typeof platform.server_info>> {
  const { config, clock, compute, sandbox } = deps
  // Every page asks this: it answers though no compute host can be reached.
  const { simulated, disks } = await compute.capabilities().catch(() => ({
    simulated: compute.kind === 'simulator',
    disks: { system: 'measured', data: 'measured' } as const,
  }))
  return {
    brand: config.brand,
    version,
    now: clock.now().toISOString(),
    played: sandbox_parts.filter((part) => sandbox[part] !== undefined),
    offers: {
      wechat: deps.wechat !== undefined,
      mail: deps.mail !== undefined,
      invoicing: deps.invoice_issuer !== undefined,
    },
    simulated,
    disks,
    icp_number: config.icp_number,
    police_number: config.police_number,
    qrcodes: { service: qrcodeOf(deps, 'service'), official: qrcodeOf(deps, 'official') },
    home_message: await shownHomeMessage(deps),
    contact: config.contact,
  }
}

/** Configured content of the site by its name; null where none is configured. */
export async function siteContent({ deps }: Context, key: SiteContent): Promise<DataOf<typeof platform.common_resource>> {
  const { config } = deps
  const contents: Record<SiteContent, string | null> = {
    home_message: await shownHomeMessage(deps),
    filing: config.icp_number,
    police_filing: config.police_number,
    service_qrcode: qrcodeOf(deps, 'service')?.image ?? null,
    official_qrcode: qrcodeOf(deps, 'official')?.image ?? null,
  }
  return { key, value: contents[key] }
}

/** The SMS that the sandbox played, newest first. */
export const sandboxInbox = (sms: PartOf<'sms'>): z.input<(typeof sandbox.inbox)['data']> =>
  sms.inbox().map(({ at, ...message }) => ({ ...message, at: at.toISOString() }))

/** The mails that the sandbox kept, newest first; of what is attached, the names. */
export const sandboxMailbox = (mail: PartOf<'mail'>): z.input<(typeof sandbox.mailbox)['data']> =>
  mail.inbox().map(({ id, to, subject, text, attachments = [], at }) => ({
    id,
    to,
    subject,
    text,
    attachments: attachments.map(({ name }) => name),
    at: at.toISOString(),
  }))
