/** The image's part of a price per hour, and the version that earns it; 0 and null go together. */
export interface ImagePriceShare {
  image_price_micro: bigint
  image_version_id: string | null
}

export interface QuotedImagePrice extends ImagePriceShare {
  /** `name version`, for the line of a quote. */
  title: string
}

export const freeImagePrice: QuotedImagePrice = { image_price_micro: 0n, image_version_id: null, title: '' }

/** The image's part of something that has more to it. */
export const pickImagePriceShare = ({
  image_price_micro: imagePriceMicro,
  image_version_id: imageVersionId,
}: ImagePriceShare): ImagePriceShare => ({
  image_price_micro: imagePriceMicro,
  image_version_id: imageVersionId,
})

export const isSameImagePriceShare = (a: ImagePriceShare, b: ImagePriceShare): boolean =>
  a.image_price_micro === b.image_price_micro && a.image_version_id === b.image_version_id
