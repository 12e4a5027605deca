import section from '#src/site/section.module.css'
import styles from './ApplianceServices.module.css'
import { applianceServices } from './texts.ts'

/** The value-added services as a table, and the warranty (spec §1). */
export function ApplianceServices() {
  return (
    <section className={section.sheet} aria-labelledby="services-title">
      <div className={section.inner}>
        <header className={section.head}>
          <h2 id="services-title" className={section.title}>
            增值服务
          </h2>
          <p className={section.lead}>机器之外的工作由专家来做，每一项都先说清做什么、交付什么，单独报价。</p>
        </header>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">服务</th>
              <th scope="col">做什么</th>
              <th scope="col">交付什么</th>
            </tr>
          </thead>
          <tbody>
            {applianceServices.map(({ name, does, result }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label="做什么">{does}</td>
                <td data-label="交付什么">{result}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.warranty}>
          <strong className={styles.years}>三年质保</strong>
          <p>三个版本、三种芯片都含三年质保。响应方式、备件与上门的约定写进采购合同，以合同为准。</p>
        </div>
      </div>
    </section>
  )
}
