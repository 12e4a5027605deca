import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import section from '#src/site/section.module.css'
import { useTitle } from '#src/site/use-title.ts'
import { CellGrid } from '#src/ui/CellGrid.tsx'
import { useBrand } from '#src/ui/use-brand.ts'
import styles from './AboutPage.module.css'
import { ContactChannels } from './ContactChannels.tsx'
import { companyStats, companyTeams } from './company.ts'

const columns = 40
/** A die that lights up from the left, as a platform that fills. */
const dieCells = Array.from({ length: columns * 8 }, (_, cell) => {
  const [x, y] = [cell % columns, Math.floor(cell / columns)]
  return (x * 7 + y * 13) % 11 < 9 - (x / columns) * 9 ? 1 - (x / columns) * 0.6 : 0
})

/** Who runs this, in figures and in roles, and how to reach them (spec §1). */
export default function AboutPage() {
  useTitle('关于我们')
  const brand = useBrand()
  return (
    <>
      <section className={section.ink} data-theme="dark" aria-labelledby="about-title">
        <div className={`${section.inner} ${styles.intro}`}>
          <h1 id="about-title" className={styles.title}>
            关于{brand}
          </h1>
          <p className={styles.lead}>
            {brand}把 GPU
            变成按小时、按天、按周就能租用的容器实例，也提供放进自己机房的大模型训推一体机。我们服务个人开发者、学生、高校研究者、中小企业与机构。
          </p>
          <p className={styles.lead}>
            我们相信算力应当像电一样：价格写在前面，用多少算多少，每一度都有表可查。因此余量是实时的，计费从运行中开始、按秒计量，每一笔账都能打开看到起止与单价。
          </p>
          <CellGrid cells={dieCells} columns={columns} cell={14} gap={6} className={styles.die} />
        </div>
      </section>
      <section className={section.sheet} aria-labelledby="stats-title">
        <div className={`${section.inner} ${styles.figures}`}>
          <h2 id="stats-title" className="visually-hidden">
            数字
          </h2>
          <dl className={styles.stats}>
            {companyStats.map(({ value, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className={section.paper} aria-labelledby="team-title">
        <div className={section.inner}>
          <header className={section.head}>
            <h2 id="team-title" className={section.title}>
              团队
            </h2>
            <p className={`${section.lead} ${styles.teamLead}`}>
              六个小组，各管一段，合起来是一次开机到一张账单的全过程。费用怎么算，见
              <a href={paths.help}>文档</a>；想先试试，去<Link to={paths.market}>算力市场</Link>。
            </p>
          </header>
          <dl className={styles.teams}>
            {companyTeams.map(({ name, does }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <ContactChannels />
    </>
  )
}
