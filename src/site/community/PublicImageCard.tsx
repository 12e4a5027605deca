import type { CommunityImage } from '#contract/community.ts'
import { vendor_names } from '#contract/vendors.ts'
import { paths } from '#src/paths.ts'
import { ImagePrice } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { formatGb } from '#src/ui/format-bytes.ts'
import { EntryCard } from './CommunityEntryCard.tsx'

/** An image in a list. */
export const ImageCard = ({ image }: { image: CommunityImage }) => (
  <EntryCard
    {...image}
    to={paths.community_image(image.id)}
    kind={`${vendor_names[image.vendor]} · ${image.runtime} · Python ${image.python}`}
    facts={`${image.framework} · 版本 ${image.version} · ${formatGb(image.size_gb)} GB`}
    price={<ImagePrice price_hour={image.price_hour} />}
    counts={
      <>
        <span>{image.uses} 次使用</span>
        <span>{image.stars} 人收藏</span>
      </>
    }
  />
)
