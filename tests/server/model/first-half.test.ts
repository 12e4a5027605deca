import { defineUserModelHalf } from '#tests/server/model/model-half.ts'

defineUserModelHalf(0)
