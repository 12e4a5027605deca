import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { readPerson } from '#server/adapters/directory.attributes.ts'
import { callProvider, type ProviderFault } from '#server/adapters/provider-call.ts'
import {
  type DirectoryConnection,
  DirectoryFault,
  type DirectoryVisitSecrets,
  type VisitedDirectory,
} from '#server/ports/directory.ts'

/** Expands the five entities of XML only, and converts no numbers. */
const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, ignoreAttributes: true, htmlEntities: false })

const Attributes = z.record(z.string(), z.unknown())
const Validation = z.object({
  serviceResponse: z.union([
    z.object({ authenticationSuccess: z.object({ user: z.string(), attributes: Attributes.optional() }) }),
    z.object({ authenticationFailure: z.unknown() }),
  ]),
})

const noAnswer = (_: ProviderFault): never => {
  throw new DirectoryFault('unavailable', '组织的登录服务没有回应')
}

/** `https://cas.school.edu.cn/cas` with a path below it. */
const toUrl = ({ settings }: DirectoryConnection, path: string): URL => new URL(`${settings.address.replace(/\/$/, '')}${path}`)

/** The address that a ticket is for; it must be the same on the way there and when the ticket is checked. */
function toService({ return_url: returnUrl, state }: DirectoryVisitSecrets): string {
  const service = new URL(returnUrl)
  service.searchParams.set('state', state)
  return service.href
}

function parseValidation(body: string) {
  if (body.includes('<!DOCTYPE') || body.includes('<!ENTITY')) return undefined
  try {
    return Validation.safeParse(parser.parse(body)).data?.serviceResponse
  } catch {
    return undefined
  }
}

/** CAS protocol 3.0: `/login` and `/p3/serviceValidate`. */
export const casDirectory: VisitedDirectory = {
  begin: async (connection, visit) => {
    const url = toUrl(connection, '/login')
    url.searchParams.set('service', toService(visit))
    if (visit.fresh) url.searchParams.set('renew', 'true')
    return url.href
  },
  finish: async (connection, visit, answer) => {
    const ticket = new URLSearchParams(answer).get('ticket')
    if (!ticket) throw new DirectoryFault('refused', '组织没有同意这次登录，请重新登录')
    const url = toUrl(connection, '/p3/serviceValidate')
    url.searchParams.set('service', toService(visit))
    url.searchParams.set('ticket', ticket)
    if (visit.fresh) url.searchParams.set('renew', 'true')
    const { status, body } = await callProvider('CAS', url, {}).catch(noAnswer)
    if (status >= 500) throw new DirectoryFault('unavailable', '组织的登录服务没有回应')
    const response = parseValidation(body)
    if (!response) throw new DirectoryFault('unfit', '组织的登录服务的回答无法使用，请检查 CAS 地址')
    if (!('authenticationSuccess' in response)) throw new DirectoryFault('refused', '组织没有承认这次登录，请重新登录')
    const { user, attributes = {} } = response.authenticationSuccess
    const { settings } = connection
    return readPerson(settings.subject_attribute ? attributes[settings.subject_attribute] : user, attributes, settings)
  },
  probe: async (connection) => {
    const url = toUrl(connection, '/p3/serviceValidate')
    url.searchParams.set('service', 'https://example.invalid/')
    url.searchParams.set('ticket', 'ST-0')
    const { body } = await callProvider('CAS', url, {}).catch(noAnswer)
    if (!parseValidation(body))
      throw new DirectoryFault('unfit', '这个地址不是 CAS 3.0 服务，例如应为 https://cas.school.edu.cn/cas')
    return 'CAS 服务已应答'
  },
}
