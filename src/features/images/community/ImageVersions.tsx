import { Link, useSearchParams } from 'react-router-dom'
import type { CommunityImageVersion } from '#contract/community.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { formatEnvironment } from '#src/features/images/environment.ts'
import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { formatGb } from '#src/ui/format-bytes.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './ImageVersions.module.css'

/** All published versions; each can be viewed and used separately. */
export function ImageVersions({
  versions,
  chosen,
}: {
  versions: readonly CommunityImageVersion[]
  chosen: CommunityImageVersion
}) {
  const [search] = useSearchParams()
  const searchOf = (version: string) => {
    const next = new URLSearchParams(search)
    next.set('version', version)
    return next.toString()
  }
  return (
    <PagePanel title="版本" extra={<span className={styles.note}>发布后内容和价格不再变化</span>} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="版本列表">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">版本</th>
              <th scope="col">环境</th>
              <th scope="col">大小（GB）</th>
              <th scope="col">价格</th>
              <th scope="col">使用</th>
              <th scope="col">许可</th>
              <th scope="col">发布时间</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <tr key={version.id} data-chosen={version.id === chosen.id}>
                <th scope="row">
                  {version.id === chosen.id ? (
                    <>{version.version}（当前查看）</>
                  ) : (
                    <Link to={{ search: searchOf(version.version) }} preventScrollReset>
                      {version.version}
                    </Link>
                  )}
                </th>
                <td>{formatEnvironment(version)}</td>
                <td>{formatGb(version.size_gb)}</td>
                <td>
                  <ImagePriceLabel price_hour={version.price_hour} />
                </td>
                <td>{version.uses} 次</td>
                <td>{version.licence}</td>
                <td>
                  <TimeText at={version.published_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PagePanel>
  )
}
