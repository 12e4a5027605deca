import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { imageReleases } from '#contract/image-releases.ts'
import type { ReleaseMode, ReleaseValues } from './release-mode.ts'

type ReleaseEndpoint = (typeof imageReleases)['create' | 'add_version' | 'submit']

/** The call that hands a form in, and what it sends. */
export function buildReleaseCall(
  mode: ReleaseMode,
  values: ReleaseValues,
): { endpoint: ReleaseEndpoint; sent: CallInput<Endpoint> } {
  const { private_image_id: privateImageId = '', name, summary, tags, version, licence, readme, price_hour: priceHour } = values
  const content = { licence, readme, price_hour: priceHour }
  switch (mode.kind) {
    case 'new':
      return {
        endpoint: imageReleases.create,
        sent: { body: { ...content, name, summary, tags, version, private_image_id: privateImageId } },
      }
    case 'version':
      return {
        endpoint: imageReleases.add_version,
        sent: { params: { id: mode.entry.id }, body: { ...content, version, private_image_id: privateImageId } },
      }
    case 'again':
      return {
        endpoint: imageReleases.submit,
        sent: {
          params: { version_id: mode.version.id },
          body: { ...content, ...(privateImageId && { private_image_id: privateImageId }) },
        },
      }
  }
}
