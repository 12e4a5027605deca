import tensorflow as tf

(x, y), test = tf.keras.datasets.mnist.load_data()
model = tf.keras.Sequential([tf.keras.layers.Rescaling(1 / 255), tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), ["accuracy"])
stop = tf.keras.callbacks.EarlyStopping(patience=3)
model.fit(x, y, epochs=20, validation_data=test, callbacks=[stop, tf.keras.callbacks.TensorBoard("/workspace/logs/image")])
