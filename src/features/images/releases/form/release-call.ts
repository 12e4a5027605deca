import type { Endpoint, Sent } from '#contract/endpoint.ts'
import { image_releases } from '#contract/image-releases.ts'
import type { ReleaseMode, ReleaseValues } from './release-mode.ts'

type ReleaseEndpoint = (typeof image_releases)['create' | 'add_version' | 'submit']

/** The call that hands a form in, and what it sends. */
export function releaseCall(mode: ReleaseMode, values: ReleaseValues): { endpoint: ReleaseEndpoint; sent: Sent<Endpoint> } {
  const { private_image_id = '', name, summary, tags, version, licence, readme, price_hour } = values
  const content = { licence, readme, price_hour }
  switch (mode.kind) {
    case 'new':
      return {
        endpoint: image_releases.create,
        sent: { body: { ...content, name, summary, tags, version, private_image_id } },
      }
    case 'version':
      return {
        endpoint: image_releases.add_version,
        sent: { params: { id: mode.entry.id }, body: { ...content, version, private_image_id } },
      }
    case 'again':
      return {
        endpoint: image_releases.submit,
        sent: { params: { version_id: mode.version.id }, body: { ...content, ...(private_image_id && { private_image_id }) } },
      }
  }
}
