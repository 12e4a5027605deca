import { Link } from 'react-router-dom'
import type { CommunityImage } from '#contract/community.ts'
import pairCard from '#src/admin/list/pair-card.module.css'
import { formatEnvironment } from '#src/features/images/environment.ts'
import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { listPopularity } from '#src/ui/catalogue/popularity.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './CommunityImageCard.module.css'
import { ImageSubline } from './ImageSubline.tsx'

/** A community image on a phone. */
export function CommunityImageCard({ image, to, gone = false }: { image: CommunityImage; to: string; gone?: boolean }) {
  return (
    <div className={pairCard.card}>
      <h2 className={pairCard.title}>
        <Link to={to}>{image.name}</Link>
      </h2>
      <span className={styles.price}>
        {gone ? <ToneTag icon="pause">已下线</ToneTag> : <ImagePriceLabel price_hour={image.price_hour} />}
      </span>
      <div className={styles.wide}>
        <ImageSubline image={image} />
      </div>
      <span className={styles.wide}>
        {image.framework} · {formatEnvironment(image)} · 版本 {image.version}
      </span>
      <span className={styles.wide}>{[image.author.nickname, ...listPopularity(image)].join(' · ')}</span>
    </div>
  )
}
