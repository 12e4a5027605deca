import versionTable from '#src/site/community/EntryVersions.module.css'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './creator.module.css'
import { formatHours } from './hours-text.ts'
import type { OwnIncomeSummary } from './requests.ts'

/** Income per version. */
export const VersionIncomeTable = ({ caption, versions }: { caption: string; versions: OwnIncomeSummary['versions'] }) => (
  <div className={styles.scroll}>
    <table className={`${versionTable.table} ${styles.table}`}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">镜像</th>
          <th scope="col">价格（元/小时）</th>
          <th scope="col">使用人数</th>
          <th scope="col">运行时长</th>
          <th scope="col">收益（元）</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.version_id}>
            <th scope="row">
              {version.image} {version.version}
            </th>
            <td>
              <YuanAmount amount={version.price_hour} bare />
            </td>
            <td>{version.consumers} 人</td>
            <td>{formatHours(version.seconds)}</td>
            <td>
              <YuanAmount amount={version.amount} bare />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
