import type { CommunityImageVersion } from '#contract/community.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { formatEnvironment } from '#src/features/images/environment.ts'
import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { VersionTable, type VersionTableProps } from '#src/ui/catalogue/VersionTable.tsx'
import { formatGb } from '#src/ui/format-bytes.ts'
import styles from './ImageVersions.module.css'

const columns: VersionTableProps<CommunityImageVersion>['columns'] = [
  { title: '环境', cell: formatEnvironment },
  { title: '大小（GB）', cell: (version) => formatGb(version.size_gb) },
  { title: '价格', cell: (version) => <ImagePriceLabel price_hour={version.price_hour} /> },
  { title: '使用', cell: (version) => <>{version.uses} 次</> },
]

/** All published versions; each can be viewed and used separately. */
export function ImageVersions({
  versions,
  chosen,
}: {
  versions: readonly CommunityImageVersion[]
  chosen: CommunityImageVersion
}) {
  return (
    <PagePanel title="版本" extra={<span className={styles.note}>发布后内容和价格不再变化</span>} flush>
      <VersionTable
        versions={versions}
        chosen={chosen}
        columns={columns}
        current={<>{chosen.version}（当前查看）</>}
        styles={styles}
      />
    </PagePanel>
  )
}
