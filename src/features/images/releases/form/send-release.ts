import { type ImageReleaseDetail, image_releases } from '#contract/image-releases.ts'
import { call } from '#src/api/call.ts'
import type { ReleaseMode, ReleaseValues } from './release-mode.ts'

interface Sent {
  data: ImageReleaseDetail
  message: string
}

/** Hands a form in, under the key of its intent. */
export function sendRelease(mode: ReleaseMode, values: ReleaseValues, idempotency_key: string): Promise<Sent> {
  const { private_image_id = '', name, summary, tags, version, licence, readme, price_hour } = values
  const content = { licence, readme, price_hour }
  const options = { idempotency_key }
  switch (mode.kind) {
    case 'new':
      return call(image_releases.create, { body: { ...content, name, summary, tags, version, private_image_id } }, options)
    case 'version':
      return call(
        image_releases.add_version,
        { params: { id: mode.entry.id }, body: { ...content, version, private_image_id } },
        options,
      )
    case 'again':
      return call(
        image_releases.submit,
        { params: { version_id: mode.version.id }, body: { ...content, ...(private_image_id && { private_image_id }) } },
        options,
      )
  }
}
