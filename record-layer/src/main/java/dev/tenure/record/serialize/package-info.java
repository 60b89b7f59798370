/**
 * Records as stored bytes: message, compression, encryption, envelope.
 *
 * <p>Start at {@link dev.tenure.record.serialize.RecordSerializer}, which runs the steps that
 * {@link dev.tenure.record.serialize.SerializerOptions} selects. {@code Envelope} and {@code
 * EnvelopeHead} know the layout of the bytes, {@code RecordCipher} encrypts, and {@code BodyReader}
 * turns a body back into a message.
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>Any bytes give a record, or a {@code RecordLayerException} that names the record and the
 *       reason.
 *   <li>A length in a head is checked before memory is allocated for it.
 *   <li>No error and no {@code toString} shows an encryption key.
 *   <li>Each record that was ever written stays readable.
 *   <li>This package knows protobuf messages and bytes, and nothing of stores and transactions.
 * </ul>
 */
@NullMarked
package dev.tenure.record.serialize;

import org.jspecify.annotations.NullMarked;
