import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { CommunityImageDetail, CommunityImageVersion } from '#contract/community.ts'
import { vendorNames } from '#contract/vendors.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { ExampleHourPrice } from '#src/ui/catalogue/ExampleHourPrice.tsx'
import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { formatGb } from '#src/ui/format-bytes.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './ImageInfo.module.css'
import { useExampleGpu } from './use-example-gpu.ts'

/** What one wants to know before taking it; the price first. */
export function CommunityImageFacts({ image, chosen }: { image: CommunityImageDetail; chosen: CommunityImageVersion }) {
  const gpu = useExampleGpu(chosen.vendor)
  const facts: [string, ReactNode][] = [
    [
      '作者',
      <span key="author" className={styles.tags}>
        <Link to={paths.communityAuthor(image.author.id)}>{image.author.nickname}</Link>
        {image.author.is_creator && <ToneTag>创作者</ToneTag>}
      </span>,
    ],
    ['框架', chosen.framework],
    ['环境', `Python ${chosen.python} · ${chosen.runtime}`],
    ['适用 GPU', vendorNames[chosen.vendor]],
    ['大小', `${formatGb(chosen.size_gb)} GB`],
    ['许可', chosen.licence],
    ['使用', `${image.uses} 次，按创建的实例计`],
    ['收藏', `${image.stars} 人`],
    ['发布于', <TimeText key="at" at={chosen.published_at} />],
    [
      '标签',
      image.tags.length ? (
        <span key="tags" className={styles.tags}>
          {image.tags.map((tag) => (
            <ToneTag key={tag}>{tag}</ToneTag>
          ))}
        </span>
      ) : (
        '—'
      ),
    ],
  ]
  return (
    <PagePanel title={`版本 ${chosen.version}`}>
      <p className={styles.price}>
        <ImagePriceLabel price_hour={chosen.price_hour} />
      </p>
      <p className={styles.note}>
        镜像价格按实例的运行时间计，与卡数无关，计在 GPU 之外；无卡开机和关机时不收。
        {gpu && <ExampleHourPrice gpu={gpu} price_hour={chosen.price_hour} />}
      </p>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </PagePanel>
  )
}
