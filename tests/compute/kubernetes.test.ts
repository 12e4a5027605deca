import { afterAll, beforeAll } from 'vitest'
import { defineDriverConformance } from './conformance.ts'
import { defineDockerCases } from './docker-world.ts'
import { clusterObstacle } from './kubelet/ground.ts'
import { createKubernetesGround, type KubernetesGround } from './kubernetes-world.ts'

defineDockerCases(() => {
  let ground: KubernetesGround
  beforeAll(async () => {
    ground = await createKubernetesGround({ saves: true })
  })
  afterAll(() => ground?.end())
  defineDriverConformance('kubernetes', () => ground.createWorld())
}, clusterObstacle)
