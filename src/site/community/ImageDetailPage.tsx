import { Link } from 'react-router-dom'
import type { CommunityImageDetail, CommunityImageVersion } from '#contract/community.ts'
import { vendorNames } from '#contract/vendors.ts'
import { paths } from '#src/paths.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import { ExampleHourPrice } from '#src/ui/catalogue/ExampleHourPrice.tsx'
import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import controls from '#src/ui/controls.module.css'
import { formatGb } from '#src/ui/format-bytes.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { AuthorName } from './AuthorName.tsx'
import { EntryDetailFrame } from './EntryDetailFrame.tsx'
import { EntryFacts } from './EntryFacts.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import { EntryVersions } from './EntryVersions.tsx'
import styles from './entry-side.module.css'
import { Readme } from './Readme.tsx'
import { StarButton } from './StarButton.tsx'
import { useCachedQuery } from './use-cached-query.ts'
import { useCommunityDetail } from './use-community-detail.ts'

const listLink = { to: paths.communityImages, label: '社区镜像' }
const columns = [
  { title: '环境', cell: (version: CommunityImageVersion) => `${version.framework} · ${version.runtime}` },
  { title: '大小', cell: (version: CommunityImageVersion) => `${formatGb(version.size_gb)} GB` },
  { title: '价格', cell: (version: CommunityImageVersion) => <ImagePriceLabel price_hour={version.price_hour} /> },
  { title: '使用', cell: (version: CommunityImageVersion) => `${version.uses} 次` },
]

/** An image: environment, usage, and a link to create an instance with it (product §7). */
export default function ImageDetailPage() {
  const detail = useCommunityDetail('image', async (wanted, signal) =>
    (await import('./requests.ts')).loadCommunityImage(wanted, signal),
  )
  const signedIn = useStore(session) !== null
  const wayTo = (imageId: string) => {
    const target = paths.createInstance({ image_id: imageId })
    return signedIn ? target : getLoginPath(target)
  }

  const example = useCachedQuery(detail.answer.data ? `example-gpu/${detail.answer.data.vendor}` : null, async (signal) =>
    (await import('./requests.ts')).findCheapestGpu(detail.answer.data?.vendor, signal),
  ).data

  const side = (image: CommunityImageDetail, chosen: CommunityImageVersion) => (
    <>
      <div className={styles.actions}>
        <Link className={`${controls.button} ${controls.large} ${controls.primary}`} to={wayTo(chosen.image_id)}>
          用它创建实例
        </Link>
        <StarButton kind="image" {...image} onChange={(now) => detail.answer.set({ ...image, ...now })} />
      </div>
      <p className={styles.price}>
        <ImagePriceLabel price_hour={chosen.price_hour} />
      </p>
      <EntryFacts
        facts={[
          ['作者', <AuthorName key="author" {...image.author} />],
          ['版本', chosen.version],
          ['框架', chosen.framework],
          ['环境', `Python ${chosen.python} · ${chosen.runtime}`],
          ['芯片', vendorNames[chosen.vendor]],
          ['大小', `${formatGb(chosen.size_gb)} GB`],
          ['许可', chosen.licence],
          ['使用', `${image.uses} 次，按创建的实例计`],
          ['发布于', <TimeText key="at" at={chosen.published_at} />],
        ]}
      />
      <p className={styles.note}>
        镜像价格按实例的运行时间计，与卡数无关，计在 GPU 之外；无卡开机和关机时不收。创建前会先给出报价。
        {example && <ExampleHourPrice gpu={example} price_hour={chosen.price_hour} />}
      </p>
    </>
  )
  return (
    <EntryDetailFrame what="镜像" list={listLink} {...detail} side={side}>
      {({ versions }, chosen) => (
        <>
          <EntryPanel title="说明" note={`版本 ${chosen.version}`}>
            <Readme source={chosen.readme} />
          </EntryPanel>
          <EntryVersions versions={versions} chosen={chosen} columns={columns} />
        </>
      )}
    </EntryDetailFrame>
  )
}
