import { Link } from 'react-router-dom'
import { applianceEditions } from '#contract/appliance.ts'
import { paths } from '#src/paths.ts'
import { applianceModels } from '#src/site/appliance/models.ts'
import controls from '#src/ui/controls.module.css'
import { SupportButton } from '#src/ui/support/SupportButton.tsx'
import { ApplianceMemoryCells } from './ApplianceMemoryCells.tsx'
import styles from './ApplianceTeaser.module.css'
import { HomeSection } from './HomeSection.tsx'

const modelsWithoutMemory = applianceModels.filter(({ memory_gb: memoryGb }) => memoryGb === null)

export function ApplianceTeaser() {
  return (
    <HomeSection
      id="appliance"
      ground="ink"
      title="大模型训练推理一体机"
      lead="从 192 GB 到 1128 GB 显存，三个版本对应不同的模型规模；另有昇腾与昆仑芯版本。三年质保。"
    >
      <ul className={styles.machines}>
        {applianceModels.map(
          ({ name, edition, memory_gb: memoryGb }) =>
            memoryGb !== null && (
              <li key={name} className={styles.machine}>
                <div className={styles.cells}>
                  <ApplianceMemoryCells memory={memoryGb} columns={12} cell={20} gap={5} label={`${memoryGb} GB 显存`} />
                </div>
                <p className={styles.edition}>{applianceEditions[edition]}</p>
                <h3 className={styles.model}>{name}</h3>
                <p className={styles.memory}>{memoryGb} GB 显存</p>
              </li>
            ),
        )}
      </ul>
      <p className={styles.others}>每格 24 GB。昇腾与昆仑芯版本：{modelsWithoutMemory.map(({ name }) => name).join('、')}。</p>
      <div className={styles.actions}>
        <Link className={`${controls.button} ${controls.primary} ${controls.large}`} to={paths.lgModelAio}>
          查看规格与场景
        </Link>
        <SupportButton label="售前咨询" className={`${controls.button} ${controls.plain} ${controls.large}`} />
      </div>
    </HomeSection>
  )
}
