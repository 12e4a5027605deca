/** The image's part of a price per hour, and the version that earns it; 0 and null go together. */
export interface ImageShare {
  image_price_micro: bigint
  image_version_id: string | null
}

export interface ImagePrice extends ImageShare {
  /** `name version`, for the line of a quote. */
  title: string
}

export const free_image: ImagePrice = { image_price_micro: 0n, image_version_id: null, title: '' }

/** The image's part of something that has more to it. */
export const shareOf = ({ image_price_micro, image_version_id }: ImageShare): ImageShare => ({
  image_price_micro,
  image_version_id,
})

export const isSameShare = (a: ImageShare, b: ImageShare): boolean =>
  a.image_price_micro === b.image_price_micro && a.image_version_id === b.image_version_id
