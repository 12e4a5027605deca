/** The image's part of an hourly price and the version that earns it; a price of 0 always comes with a null version. */
export interface ImagePriceShare {
  image_price_micro: bigint
  image_version_id: string | null
}

export interface QuotedImagePrice extends ImagePriceShare {
  /** `name version`, for a line of the quote. */
  title: string
}

export const freeImagePrice: QuotedImagePrice = { image_price_micro: 0n, image_version_id: null, title: '' }

/** Picks the image price fields from a larger object. */
export const pickImagePriceShare = ({
  image_price_micro: imagePriceMicro,
  image_version_id: imageVersionId,
}: ImagePriceShare): ImagePriceShare => ({
  image_price_micro: imagePriceMicro,
  image_version_id: imageVersionId,
})

export const isSameImagePriceShare = (a: ImagePriceShare, b: ImagePriceShare): boolean =>
  a.image_price_micro === b.image_price_micro && a.image_version_id === b.image_version_id
