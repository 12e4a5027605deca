import { serverInfoStore } from '#src/ui/server-info.ts'
import { useBrand } from '#src/ui/use-brand.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './Filing.module.css'

/** The registry of the public security authority knows a place by the digits of its number. */
const policeRecord = (number: string) => `https://beian.mps.gov.cn/#/query/webSearch?code=${number.replace(/\D/g, '')}`

/** Stand in where there is a sandbox and no number of its own, and say so; they lead nowhere. */
const samples = ['京ICP备00000000号（示例）', '京公网安备 00000000000000号（示例）']

/** Copyright and filing numbers, as configured; says what here is not real. */
export function Filing() {
  const brand = useBrand()
  const info = useStore(serverInfoStore)
  const filed = Boolean(info?.icp_number || info?.police_number)
  return (
    <div className={styles.filing}>
      <div className={styles.row}>
        <p>
          © {info && `${new Date(info.now).getUTCFullYear()} `}
          {brand} 版权所有
        </p>
        {info?.simulated && <p>当前为演示环境，算力由模拟器提供</p>}
        {info && !filed && info.played.length > 0 && (
          <p className={styles.numbers}>
            {samples.map((number) => (
              <span key={number}>{number}</span>
            ))}
          </p>
        )}
        {info && filed && (
          <p className={styles.numbers}>
            {info.icp_number && (
              <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
                {info.icp_number}
              </a>
            )}
            {info.police_number && (
              <a href={policeRecord(info.police_number)} target="_blank" rel="noopener noreferrer">
                {info.police_number}
              </a>
            )}
          </p>
        )}
      </div>
    </div>
  )
}
