import { demoAccounts, seedDemoAccounts } from '#server/demo/accounts.ts'
import { seedCatalogue } from '#server/demo/demo.ts'
import { storyEnds, toStoryDate } from '#server/demo/living/calendar.ts'
import { buildCommunityScenes } from '#server/demo/living/community.ts'
import { buildFileScenes } from '#server/demo/living/files.ts'
import { livingRepo } from '#server/demo/living/living.repo.ts'
import { buildLlmScenes } from '#server/demo/living/llm.ts'
import { buildMoneyScenes } from '#server/demo/living/money.ts'
import { buildOperatorScenes } from '#server/demo/living/operators.ts'
import { createTimeKeeper, runJob } from '#server/demo/living/pass-time.ts'
import { buildCastScenes } from '#server/demo/living/people.ts'
import { buildRentalScenes, type RentalWorkers } from '#server/demo/living/rent.ts'
import type { Scene, Stage } from '#server/demo/living/stage.ts'
import { seedCoupons } from '#server/demo/seed-coupons.ts'
import { seedLlmModels } from '#server/demo/seed-llm.ts'
import { seedSiteContent } from '#server/demo/seed-site-content.ts'

const toDate = ({ at }: Scene): Date => (at instanceof Date ? at : toStoryDate(at))

/** What the platform has before anybody comes: a catalogue, its own accounts, activities, campaigns. */
async function openPlatform(stage: Stage): Promise<void> {
  const { deps } = stage
  await seedCatalogue(deps)
  await seedDemoAccounts(deps)
  for (const { phone, nickname, role } of demoAccounts)
    stage.addActor(nickname, await livingRepo(deps.database.kysely).userId(phone), role)
  await seedCoupons(deps)
  await seedLlmModels(deps)
}

/** Plays the thirty days. */
export async function playMonth(stage: Stage, breakImages: RentalWorkers['breakImages']): Promise<void> {
  await openPlatform(stage)
  const keeper = createTimeKeeper(stage)
  const { settle, makeRounds } = keeper
  const scenes = [
    ...buildCastScenes(toStoryDate),
    ...buildRentalScenes({ settle, makeRounds, breakImages }),
    ...buildCommunityScenes(),
    ...buildMoneyScenes(),
    ...buildOperatorScenes(),
    ...buildLlmScenes(),
    ...buildFileScenes(),
    { at: '12 9:00' as const, play: ({ deps }: Stage) => seedSiteContent(deps) },
  ]
  const daily: Scene[] = Array.from({ length: 30 }, (_, day) => ({
    at: toStoryDate(`${day + 1} 23:50`),
    play: async () => {
      await runJob(stage, 'invitation-rewards')
      await keeper.flush()
    },
  }))
  let left = [...scenes, ...daily]
  const ends = storyEnds
  for (;;) {
    left.push(...stage.takePlanned())
    left = left
      .map((scene) => ({ scene, at: toDate(scene).getTime() }))
      .sort((a, b) => a.at - b.at)
      .map(({ scene }) => scene)
    const next = left.shift()
    if (!next || toDate(next) > ends) break
    await keeper.passTo(toDate(next))
    await next.play(stage)
  }
  await keeper.passTo(ends)
  await makeRounds()
  await runJob(stage, 'observe')
  await keeper.flush()
  await runJob(stage, 'housekeeping')
}
