import type { CommunityImage } from '#contract/community.ts'
import { vendorNames } from '#contract/vendors.ts'
import { paths } from '#src/paths.ts'
import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { formatGb } from '#src/ui/format-bytes.ts'
import { CommunityEntryCard } from './CommunityEntryCard.tsx'

/** An image in a list. */
export const PublicImageCard = ({ image }: { image: CommunityImage }) => (
  <CommunityEntryCard
    {...image}
    to={paths.communityImage(image.id)}
    kind={`${vendorNames[image.vendor]} · ${image.runtime} · Python ${image.python}`}
    facts={`${image.framework} · 版本 ${image.version} · ${formatGb(image.size_gb)} GB`}
    price={<ImagePriceLabel price_hour={image.price_hour} />}
  />
)
